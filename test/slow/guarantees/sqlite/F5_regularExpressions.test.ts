/** Every regular expression is looked at for inputs that would keep it busy. */
import assert from 'node:assert/strict'
import { iri } from '../../../../contract/webAddress.ts'
import { atEnd } from '../../../support/atEnd.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import { tool } from '../../../support/tools.ts'
import { everyExpression, expressionsIn } from '../../../guarantees/support/expressions.ts'
import type { Expression } from '../../../guarantees/support/expressions.ts'
import { Wire } from '../../../guarantees/support/wire.ts'

type Recheck = {
  check(source: string, flags: string, how: object): Promise<{ status: string }>
}

const { check } = await tool<Recheck>('partners', 'recheck')

const LIMIT_MS = 100
const ROUNDS = 20
const CHECK_MS = 120_000

/** Ten times what it allows an attack by itself: others may have the processor meanwhile. */
const how = { timeout: CHECK_MS, attackTimeout: 10_000 }

const service = await startService({ logLevel: 'warn' })
const wire = new Wire(service.url)
atEnd(async () => wire.close())

/** Generators of docs, clients and the plugin, which read this repository and no input. */
const readsRepository = /^packages\/(clients|docs|shops)\//

/** Expressions that no input from outside reaches, or that are checked by themselves. */
const exceptions: Record<string, string> = {
  'contract/build/validators.ts require\\("(.*?)"\\)': 'It reads the code that ajv writes, ahead.',
  'contract/webAddress.ts made of pattern': 'It is checked as it is made.',
  'db/maintenance/snapshot.ts made of String(pattern)': 'It is made of one in the same file.',
  'packages/bank/operations.ts made of `^${path}$`': 'Its paths stand beside its calls.',
  'db/postgres/migrationSteps.ts (check \\()(.*)\\)$': 'It reads the migrations of this package.',
  'packages/client/client.ts \\/+$': 'It reads the address that the program itself gives.',
  'domain/formats/typedAmount.ts made of `^(\\\\d{1,15}|\\\\d{1,3}(\\\\${group}\\\\d{3}){1,4})$`':
    'Its group is one of two constants, and each part has a most.',
  "domain/search/identifiers.ts made of `^(${prefixes.join('|')})[0-9a-f-]{36}$`":
    'Its prefixes are constants, and each is followed by one class of a fixed length.',
  'domain/search/search.ts made of `^${idPrefixes.customers}[0-9a-f-]{36}$`':
    'Its prefix is a constant.',
  'cli/cli.ts \\s*\\n\\s*': "It reads the text of an error on the operator's own screen.",
}

const nameOf = ({ where, source }: Expression) => `${where} ${source}`

/**
 * Asserts that no input takes longer than its length says. One expression after another: the time
 * of each is its own.
 */
async function assertSafe(expressions: Expression[]): Promise<void> {
  const unsafe: string[] = []
  for (const expression of expressions) {
    const { source, flags } = expression
    const { status } = flags === undefined ? { status: 'unknown' } : await check(source, flags, how)
    if (status !== 'safe') unsafe.push(`${status}: ${nameOf(expression)}`)
  }
  assert.deepEqual(unsafe, [])
}

const blank = ' '.repeat(60_000)
const offer = { amount_minor: 1, currency: 'BRL' }

/** The longest that can be sent, as it keeps careless expressions busy. */
const longest: { path: string; headers?: [string, string][]; json?: object; raw?: string }[] = [
  { path: '/v1/customers', json: { name: `a${' '.repeat(158)}a`, email: 'a@example.com' } },
  { path: '/v1/customers', json: { name: blank, email: 'a@example.com' } },
  { path: '/v1/customers', json: { name: `a${blank}a`, email: 'a@example.com' } },
  { path: '/v1/customers', json: { name: 'a', email: `${'a.'.repeat(31)}aa@${'a-'.repeat(127)}` } },
  { path: '/v1/customers', json: { name: 'a', email: `${'a@'.repeat(30_000)}` } },
  { path: '/v1/customers', json: { name: 'a', email: `a@${'a-'.repeat(30_000)}!` } },
  { path: '/v1/products', json: { name: 'a', description: blank, default_offer: offer } },
  ...['http://', `http://[${'::'.repeat(900)}`, 'http://a@'].flatMap((start) =>
    ['a@', ':0', '%2', '1.', '/a?', '#'].flatMap((more) =>
      [1_000, 30_000].map((times) => ({
        path: '/v1/checkouts',
        json: { offer_id: 'x', success_url: start + more.repeat(times).slice(0, 60_000) },
      })),
    ),
  ),
  { path: '/v1/customers', headers: [['Authorization', `Bearer ${' '.repeat(15_000)}`]] },
  { path: '/v1/customers', headers: [['Authorization', `Bearer ${'a.'.repeat(7_000)}!`]] },
  { path: '/v1/customers', headers: [['Content-Type', `application/json${' '.repeat(15_000)}x`]] },
  { path: '/v1/customers', headers: [['Idempotency-Key', 'k'.repeat(15_000)]], json: {} },
  { path: '/oauth/token', raw: `grant_type=${'a+'.repeat(30_000)}` },
  { path: '/oauth/token', raw: 'a&'.repeat(30_000) },
  {
    path: '/oauth/token',
    headers: [['Authorization', `Basic ${'a'.repeat(15_000)}!`]],
    raw: 'grant_type=client_credentials',
  },
  ...['offer_', `offer_${'0'.repeat(15_000)}`, '%20'.repeat(5_000)].map((id) => ({
    path: `/v1/offers/${id}`,
    json: { name: 'a' },
  })),
]

/** The best time of the slowest input, in milliseconds. */
async function slowest(): Promise<number> {
  const { token } = await service.account()
  let slowest_ms = 0
  for (const { path, headers = [], json, raw } of longest) {
    let best_ms = Infinity
    for (let i = 0; i < ROUNDS; i++) {
      const type = raw === undefined ? 'application/json' : 'application/x-www-form-urlencoded'
      const usual: [string, string][] = [['Authorization', `Bearer ${token}`]]
      if (raw !== undefined || json) usual.push(['Content-Type', type])
      const named = new Set(headers.map(([name]) => name))
      const start_ms = performance.now()
      const { status } = await wire.request({
        method: path.startsWith('/v1/offers') ? 'PATCH' : 'POST',
        path,
        headers: [...headers, ...usual.filter(([name]) => !named.has(name))],
        body: raw ?? JSON.stringify(json),
      })
      best_ms = Math.min(best_ms, performance.now() - start_ms)
      assert.ok(status < 500, `${path}: ${status}`)
      if (!long) break
    }
    slowest_ms = Math.max(slowest_ms, best_ms)
  }
  return slowest_ms
}

property('F5', async () => {
  const all = everyExpression().filter(({ where }) => !readsRepository.test(where))
  const named = all.filter((one) => Object.hasOwn(exceptions, nameOf(one)))
  assert.equal(named.length, Object.keys(exceptions).length, 'an exception is out of date')
  const { source, flags } = iri
  const made = { where: 'contract/webAddress.ts', source, flags }
  await assertSafe([...all.filter((one) => !named.includes(one)), made])
  const slowest_ms = await slowest()
  if (long) assert.ok(slowest_ms < LIMIT_MS, `${slowest_ms} ms`)
  const timed = long ? `, the slowest answered in ${slowest_ms.toFixed(1)} ms` : ''
  return (
    `0 of ${all.length - named.length} vulnerable, ${named.length} that meet no input ` +
    `excepted; ${longest.length} longest inputs${timed}`
  )
})

control('F5', 'a pattern of the contract can be made slow', () =>
  assertSafe([{ where: 'openapi.yaml', source: '^([a-z0-9]+-?)+@', flags: 'u' }]),
)

control('F5', 'the source trims with an expression that begins anew at each blank', () =>
  assertSafe(
    expressionsIn(
      'domain/formats/names.ts',
      `
    const edge = String.raw\`[\\s\\p{Cc}]+\`
    const edges = new RegExp(\`^\${edge}|\${edge}$\`, 'gu')`,
    ),
  ),
)

control('F5', 'an expression is built from unknown text', () =>
  assertSafe(
    expressionsIn('domain/formats/names.ts', 'const found = new RegExp(`(${wanted}+)+$`)'),
  ),
)
