/**
 * Fastify 5 written for speed: hooks without promises, prepared statements, response schemas, and a
 * cache of verified tokens.
 */
import { admitted, bearerToken, invalidToken } from './common/access.ts'
import { createFastifyApp, serveFastify } from './common/fastifyApp.ts'
import { PreparedStore } from './common/preparedStore.ts'
import { newestKey, openFile, openKey } from './common/settings.ts'
import type { SealedKey } from './common/settings.ts'
import { opaque } from './common/statements.ts'
import { RememberedTokens } from './common/tokens.ts'

const client = openFile()
const store = new PreparedStore(client, opaque(client))
const tokens = new RememberedTokens(openKey(client.prepare(newestKey).get() as SealedKey))

await serveFastify(createFastifyApp(), {
  store,
  admit: (scope) => (request, _, done) => {
    const claims = tokens.verify(bearerToken(request.headers.authorization))
    if (!claims) throw invalidToken()
    request.caller = admitted(claims, store.caller(claims.client_id), scope)
    done()
  },
  issue: (client, scopes) => tokens.issue(client, scopes),
})
