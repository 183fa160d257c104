/**
 * Fastify 5 as its documentation and those of its companions show it: tokens verified by
 * @fastify/jwt at each request, rows read and written by Drizzle.
 */
import jwt from '@fastify/jwt'
import type { Claims } from '../../domain/auth/tokens.ts'
import { admitted, bearerToken, invalidToken } from './common/access.ts'
import { DrizzleStore } from './common/drizzleStore.ts'
import { createFastifyApp, serveFastify } from './common/fastifyApp.ts'
import { newestKey, openFile, openKey, settings } from './common/settings.ts'
import type { SealedKey } from './common/settings.ts'
import { newClaims } from './common/tokens.ts'

const client = openFile()
const store = new DrizzleStore(client)
const { kid, private_key, public_key } = openKey(client.prepare(newestKey).get() as SealedKey)
const { base_url } = settings

const app = createFastifyApp()
app.register(jwt, {
  secret: {
    private: private_key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: public_key.export({ type: 'spki', format: 'pem' }).toString(),
  },
  sign: { algorithm: 'RS256', kid, header: { alg: 'RS256', typ: 'at+jwt' } },
  verify: {
    algorithms: ['RS256'],
    checkTyp: 'at+jwt',
    allowedIss: base_url,
    allowedAud: base_url,
    requiredClaims: ['exp'],
  },
})
await app.after()

await serveFastify(app, {
  store,
  admit: (scope) => async (request) => {
    bearerToken(request.headers.authorization)
    const claims = await request.jwtVerify<Claims>().catch(() => {
      throw invalidToken()
    })
    request.caller = admitted(claims, store.caller(claims.client_id), scope)
  },
  issue: (client, scopes) => app.jwt.sign(newClaims(client, scopes)),
})
