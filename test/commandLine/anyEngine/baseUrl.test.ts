/** A command knows the public address of the service, also without BASE_URL. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'vitest'
import { CommandLine } from '../../support/commandLine.ts'
import { newDatabase } from '../../support/engine.ts'
import { startService } from '../../support/service.ts'

const secretKey = randomBytes(32)
const databaseUrl = await newDatabase()
const known = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('base64') }

/** Serves the database once, and gives a session that is open in it. */
async function served(given: { baseUrl: string; baseUrlGiven?: boolean }) {
  const service = await startService({ databaseUrl, secretKey, real_clock: true, ...given })
  const seller = await service.account()
  const { id } = await seller.checkout()
  await service.close()
  return { id, seller_id: seller.seller_id }
}

test('a command without BASE_URL has the one that the service was last given', async () => {
  await served({ baseUrl: 'https://old.example' })
  await served({ baseUrl: 'https://pay.example' })
  // A start that was told none, as by hand to look for a fault, says nothing of the address.
  const { id, seller_id } = await served({ baseUrl: 'http://localhost:1', baseUrlGiven: false })
  const cli = new CommandLine(known)
  const { checkout_url } = await cli.json<{ checkout_url: string }>('checkouts', 'cancel', id)
  assert.equal(new URL(checkout_url).origin, 'https://pay.example')
  const words = ['users', 'invite', '--seller', seller_id, '--role', 'viewer', '--email']
  const invited = await cli.json<{ invitation_url: string }>(...words, 'ana@loja.example')
  assert.equal(new URL(invited.invitation_url).origin, 'https://pay.example')
  const told = new CommandLine({ ...known, BASE_URL: 'https://new.example' })
  const again = await told.json<{ invitation_url: string }>(...words, 'rui@loja.example')
  assert.equal(new URL(again.invitation_url).origin, 'https://new.example')
})
