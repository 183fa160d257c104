/** A7: whatever others send, the thread that serves is soon there for the next request. */
import { generateKeyPairSync } from 'node:crypto'
import { makeAuthority, makeClientPair } from '../../../../packages/bank/certificates.ts'
import { onceForFile } from '../../../support/atEnd.ts'
import {
  dsaPkcs8,
  pem,
  rsaPkcs8,
  rsaPublicKey,
  unsignedCertificate,
} from '../../../support/derWriter.ts'
import { control, long, property } from '../../../support/property.ts'
import { Target } from '../../../guarantees/support/attackedService.ts'
import { attackByBank } from '../../../guarantees/support/bankAttacks.ts'
import { hardBodies } from '../../../guarantees/support/hardBodies.ts'
import { attackByCarts, attackByLargestRows } from '../../../guarantees/support/largestPages.ts'
import { operations } from '../../../guarantees/support/judge.ts'
import type { Op } from '../../../guarantees/support/judge.ts'
import { attackByReceiver } from '../../../guarantees/support/receiverAttacks.ts'
import { attackByHandshake } from '../../../guarantees/support/tlsAttacks.ts'
import { exampleOf, textPlaces, uglyTexts, withAt } from '../../../guarantees/support/uglyTexts.ts'
import type { Place } from '../../../guarantees/support/uglyTexts.ts'
import type { WireRequest } from '../../../guarantees/support/wire.ts'

/** The short form tries every sixtieth place. */
const EVERY = long ? 1 : 60

const BODY_BYTES = 64 * 1024

/** A bank that answers nobody. */
const NOWHERE = 'https://localhost:9'

const ID = '019caeab-92a3-729f-9308-1bd3abc12e79'

const jsonHeaders = [['content-type', 'application/json']] as const
const formHeaders = [['content-type', 'application/x-www-form-urlencoded']] as const

/** Ids of the right form, which name nothing: what is asked is read, and then not found. */
const filledPath = (op: Op, given: Record<string, string> = {}) =>
  op.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { schema } = op.parameters.find((one) => one.name === name) ?? {}
    const [, prefix = ''] = /\^([a-z]+_)/.exec(schema?.pattern ?? '') ?? []
    return given[name] ?? `${prefix}${ID}`
  })

function requestAt({ op, where, path: at }: Place, text: string): WireRequest {
  const [name = ''] = at
  const sent = encodeURIComponent(text.toWellFormed())
  if (where === 'path') return { method: op.method, path: filledPath(op, { [name]: sent }) }
  if (where === 'query') return { method: op.method, path: `${filledPath(op)}?${name}=${sent}` }
  const body = withAt(exampleOf(op.body?.schema ?? {}), at, text)
  const asked = { method: op.method, path: filledPath(op) }
  if (op.body?.type === 'application/json') {
    return { ...asked, headers: jsonHeaders, body: JSON.stringify(body) }
  }
  const fields = Object.entries(body as object).map(([key, one]) => [key, String(one)] as const)
  return {
    ...asked,
    headers: formHeaders,
    body: new URLSearchParams(Object.fromEntries(fields)).toString(),
  }
}

/** Every text of the contract, at its longest and in the ugliest forms. */
async function attackTexts(target: Target): Promise<void> {
  for (const place of textPlaces().filter((_, i) => i % EVERY === 0)) {
    const named = `${place.op.id} ${place.path.join('.')}`
    await target.attack(
      Object.entries(uglyTexts).map(([form, text]) => ({
        name: `${named}, ${form}`,
        send: () => target.send(requestAt(place, text(place.length))),
      })),
    )
  }
}

/** Whole bodies, as far as they are read: of a seller and of a stranger. */
async function attackBodies(target: Target): Promise<void> {
  const taking = operations.filter((op) => op.body)
  for (const op of taking.filter((_, i) => i % EVERY === 0)) {
    const { type = '', max_bytes: bytes = BODY_BYTES } = op.body ?? {}
    const headers = [['content-type', type]] as const
    const asked = { method: op.method, path: filledPath(op), headers }
    await target.attack(
      Object.entries(hardBodies[type] ?? {}).flatMap(([form, body]) =>
        [true, false].map((isKnown) => ({
          name: `${op.id}, ${form}`,
          send: () => target.send({ ...asked, body: body(bytes) }, isKnown),
        })),
      ),
    )
  }
}

/** Keys and certificates that OpenSSL takes long to read, or to compute with. */
async function identities(): Promise<Record<string, object>> {
  const authority = await makeAuthority('Banco')
  const { cert: certificate, key: private_key } = await makeClientPair(authority, 'loja')
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'sect571r1',
    paramEncoding: 'explicit',
  })
  const oddCertificate = (bits: number, exponentBits: number) =>
    pem('CERTIFICATE', unsignedCertificate({ publicKey: rsaPublicKey(bits, exponentBits) }))
  const key = (text: string) => ({ certificate, private_key: text })
  return {
    'a key of DSA': key(pem('PRIVATE KEY', dsaPkcs8())),
    'long exponents': key(pem('PRIVATE KEY', rsaPkcs8({ exponentBits: 2047 }))),
    'long primes': key(pem('PRIVATE KEY', rsaPkcs8({ bits: 4096, partBits: 4096 }))),
    'a curve that is described': key(privateKey.export({ format: 'pem', type: 'sec1' }).toString()),
    'a certificate of 16,384 bits': { certificate: oddCertificate(16_384, 64), private_key },
    'a certificate with a long exponent': { certificate: oddCertificate(3072, 3064), private_key },
    'many certificates': { certificate: certificate.repeat(20), private_key },
    'many authorities': { certificate, private_key, authority: authority.cert.repeat(20) },
    'an authority of 16,384 bits': {
      certificate,
      private_key,
      authority: oddCertificate(16_384, 64),
    },
    'a usable identity': { certificate, private_key, authority: authority.cert },
  }
}

async function attackKeys(target: Target): Promise<void> {
  const at = { url: NOWHERE, token_url: NOWHERE, client_id: 'loja', client_secret: 'segredo' }
  for (const [name, identity] of Object.entries(await identities())) {
    const body = JSON.stringify({ ...at, pix_key: 'loja@example.com', ...identity })
    const asked = { method: 'PUT', path: '/v1/bank_connection', headers: jsonHeaders, body }
    await target.attack([{ name, send: () => target.send(asked) }])
  }
}

property('A7', async () => {
  const target = await Target.start()
  await attackByLargestRows(target)
  await attackKeys(target)
  await attackBodies(target)
  await attackTexts(target)
  await attackByReceiver(target)
  await attackByHandshake(target)
  await attackByBank(target)
  await target.served.stop()
  return target.figure
})

/** A service that these break. */
const brokenBy = (...names: string[]): Promise<Target> =>
  Target.start(
    names.flatMap((name) => {
      const breaker = new URL(`../../../guarantees/support/${name}.ts`, import.meta.url)
      return ['--import', breaker.href]
    }),
  )

control('A7', 'a key of DSA is imported in the thread that serves', async () => {
  await attackKeys(await brokenBy('keyBreaker'))
})

/** Neither break touches what the other one's attack asks for. */
const brokenTarget = onceForFile(() => brokenBy('handshakeBreaker', 'pageBreaker'))

control('A7', 'certificates are verified in the thread that serves', async () => {
  await attackByHandshake(await brokenTarget(), ['long exponents'])
})

control('A7', 'pages of lists end by their rows alone', async () => {
  const target = await brokenTarget()
  // Bounded pages stay under 50 ms in the long form; on a fast machine these take less than 250.
  target.maxTurnMs = 100
  await attackByCarts(target)
})
