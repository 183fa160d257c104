/** A wrong key or mode starts nothing, and a key that is replaced loses nothing. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { reseal } from '../../../../domain/auth/sealed.ts'
import { Vault } from '../../../../domain/identity/vault.ts'
import type { Database } from '../../../../db/database.ts'
import { and, eq } from '../../../../db/operators.ts'
import { query } from '../../../../db/query.ts'
import type { Arguments } from '../../../../db/query.ts'
import { EnvironmentError } from '../../../../runtime/environment.ts'
import type { Environment } from '../../../../runtime/environment.ts'
import { createEndpoint, rotateEndpoint } from '../../../../domain/webhooks/endpoints.ts'
import { addBank } from '../../../support/bankSettings.ts'
import { newDatabase, openTestDatabase, sqlOn } from '../../../support/engine.ts'
import type { Sql } from '../../../support/engine.ts'
import { control, long, property } from '../../../support/property.ts'
import { bankOf, RailTest } from '../../../support/rail.ts'
import { startReceiver, verified } from '../../../support/receiver.ts'
import type { Receiver } from '../../../support/receiver.ts'
import { startService } from '../../../support/service.ts'
import type { TestService } from '../../../support/service.ts'
import { breakQueries, skipped, replaced } from '../../../guarantees/support/breakage.ts'

const SELLERS = long ? 60 : 6
/** The sales of each seller while everything is sealed anew. */
const STEPS = long ? 12 : 2

/** Writes over whatever is there. */
const resealBlindly = query(
  'test_reseal_blindly',
  (
    db,
    { webhook_endpoints: t },
    args: Arguments<{ seller_id: string; id: string; resealed: string }>,
  ) =>
    db
      .update(t)
      .set({ secret_sealed: args.resealed })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id)))
      .returning(),
)

const key = randomBytes(32)
const next = randomBytes(32)

type Shop = { rail: RailTest; receiver: Receiver; endpoint_id: string; secrets: string[] }

/** Sellers with a bank and an endpoint each, of a service that is running. */
async function openShops(service: TestService, vault: Vault): Promise<Shop[]> {
  const { db, clock } = service
  const now = clock.now()
  const bank = await bankOf(service)
  return Promise.all(
    Array.from({ length: SELLERS }, async () => {
      const seller = await service.account()
      const { seller_id } = seller
      await addBank(db, vault, { seller_id, settings: bank.settings, now })
      const receiver = await startReceiver()
      const of = { seller_id, url: receiver.url, mode: 'sandbox', vault, now } as const
      const { id: endpoint_id, secret } = await createEndpoint(db, of)
      const rail = new RailTest({ service, bank, vault, seller })
      return { rail, receiver, endpoint_id, secrets: [secret] }
    }),
  )
}

const on = (service: TestService, vault: Vault, { rail, ...shop }: Shop): Shop => {
  const { bank, seller } = rail
  return { ...shop, rail: new RailTest({ service, bank, vault, seller }) }
}

/** A sale from the login of the seller to the bank's word, and the endpoint's next secret. */
async function trade({ rail, endpoint_id, secrets }: Shop, rotating = true): Promise<void> {
  const { checkout, txid } = await rail.charged()
  await rail.pay(txid)
  assert.equal((await rail.read(checkout)).status, 'completed')
  if (!rotating) return
  const { db, clock } = rail.service
  const of = { id: endpoint_id, vault: rail.vault, now: clock.now() }
  const rotated = await rotateEndpoint(db, of)
  assert.ok(rotated)
  secrets.push(rotated.secret)
}

const isSignedBy = (secrets: string[], received: Receiver['received'][number]) =>
  secrets.some((secret) => {
    try {
      return verified(received, secret).type === 'payment.succeeded'
    } catch {
      return false
    }
  })

async function sealedTexts(sql: Sql): Promise<{ text: string; label: string }[]> {
  const rows = await sql<{ text: string; label: string }>(`
    select private_jwk_sealed as text, kid as label from signing_keys
    union all select secret_sealed, id from webhook_endpoints
    union all select previous_secret_sealed, id from webhook_endpoints
    union all select client_secret_sealed, id || ' client_secret' from bank_connections
    union all select private_key_sealed, id || ' private_key' from bank_connections`)
  return rows.filter(({ text }) => text)
}

const opens = (vault: Vault, { text, label }: { text: string; label: string }) => {
  try {
    vault.open(text, label)
    return true
  } catch {
    return false
  }
}

/** SECRET_KEY is replaced while sellers trade; `change` may spoil the process that does it. */
async function replaceKey(change: (db: Database) => void = () => undefined): Promise<string> {
  const databaseUrl = await newDatabase()
  const before = await startService({ databaseUrl, secretKey: key })
  const made = await openShops(before, new Vault(key))
  await Promise.all(made.map((shop) => trade(shop)))
  await Promise.all(made.map(({ receiver }) => receiver.arrived(1)))
  await before.close()

  const both = { secretKey: next, secretKeyPrevious: key }
  const during = await startService({ databaseUrl, ...both })
  const vault = new Vault(next, key)
  const shops = made.map((shop) => on(during, vault, shop))
  const other = await openTestDatabase(databaseUrl)
  change(other)
  let resealed = 0
  let trading = true
  const sealing = async () => {
    while (trading) {
      resealed += (await reseal(other, vault, new Date())).resealed
      await turn()
    }
  }
  const all = Promise.all(
    shops.map(async (shop) => {
      for (let i = 0; i < STEPS; i++) await trade(shop)
    }),
  ).finally(() => (trading = false))
  await Promise.all([sealing(), all])
  // Operators run the command again to be sure.
  resealed += (await reseal(other, vault, new Date())).resealed
  await Promise.all(shops.map(({ receiver }) => receiver.arrived(1 + STEPS)))
  await during.close()

  const sql = await sqlOn(databaseUrl)
  const texts = await sealedTexts(sql)
  const bare = texts.map(({ text, label }) => ({ text: text.split('=')[0] ?? '', label }))
  assert.equal(bare.filter((one) => opens(new Vault(key), one)).length, 0, 'the old key opens')
  assert.equal(bare.filter((one) => opens(new Vault(next), one)).length, texts.length)
  const after = await startService({ databaseUrl, secretKey: next })
  const kept = shops.map((shop) => on(after, new Vault(next), shop))
  await Promise.all(kept.map((shop) => trade(shop, false)))
  for (const { receiver, secrets, rail } of kept) {
    const received = await receiver.arrived(2 + STEPS)
    assert.equal(received.length, 2 + STEPS)
    for (const one of received) assert.ok(isSignedBy(secrets, one), 'no secret knows the signature')
    assert.ok(isSignedBy(secrets.slice(-1), received.at(-1) ?? assert.fail()))
    assert.equal((await rail.rows('payments')).length, 2 + STEPS)
  }
  await after.close()
  const sold = SELLERS * (2 + STEPS)
  return (
    `${resealed} of ${texts.length} texts sealed anew beside ${sold} sales, 0 lost, ` +
    '0 opened by the old key'
  )
}

/** Faults of an environment that does not fit its database. */
const wrong: Record<string, Partial<Environment>> = {
  'another key': { secretKey: next },
  'the other mode': { mode: 'live' },
  'the other mode, by saying nothing': { mode: 'live', modeGiven: false },
}

async function refuses(spoil: (sql: Sql) => Promise<unknown>): Promise<number> {
  const databaseUrl = await newDatabase()
  const first = await startService({ databaseUrl, secretKey: key })
  await openShops(first, new Vault(key))
  await first.close()
  const sql = await sqlOn(databaseUrl)
  const sealed = await sealedTexts(sql)
  await spoil(sql)
  for (const [name, changes] of Object.entries(wrong)) {
    const start = startService({ databaseUrl, secretKey: key, ...changes })
    const refusal = await start.then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.ok(refusal instanceof EnvironmentError, `${name} was served`)
    assert.match(refusal.message, /^(SECRET_KEY|MODE): [^\n]+$/)
  }
  assert.deepEqual(await sealedTexts(sql), sealed)
  return Object.keys(wrong).length
}

property('A6', async () => {
  const refused = await refuses(async () => undefined)
  return `${refused} of ${refused} wrong environments refused; ${await replaceKey()}`
})

control('A6', 'the database forgets its mode', async () => {
  await refuses((sql) => sql('delete from installation'))
})

control('A6', 'resealing passes over one kind of secret', async () => {
  await replaceKey((db) => breakQueries(db, { reseal_bank_keys: skipped }))
})

control('A6', 'sealing anew puts back a secret that was replaced meanwhile', async () => {
  const read = new Map<unknown, unknown>()
  await replaceKey((db) =>
    breakQueries(db, {
      sealed_page_of_webhook_secrets: (step) => ({
        step,
        rows: (found) =>
          (found as { id: string }[]).map((row) => {
            if (!read.has(row.id)) read.set(row.id, row)
            return read.get(row.id)
          }),
      }),
      reseal_webhook_secrets: replaced(resealBlindly),
    }),
  )
})
