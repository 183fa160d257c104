import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import SQLite from 'better-sqlite3'
import { Vault } from '../../../../domain/identity/vault.ts'
import { databaseFile } from '../../../../db/databaseUrl.ts'

/** The key that signs and verifies tokens, the same one for every server. */
export type SigningKey = { kid: string; private_key: KeyObject; public_key: KeyObject }

/** A row of the table `signing_keys`, as far as a peer reads it. */
export type SealedKey = { kid: string; private_jwk_sealed: string }

/** A peer's environment: the variables of our own service. */
export const settings = {
  port: Number(process.env['PORT']),
  base_url: String(process.env['BASE_URL']),
  database_url: String(process.env['DATABASE_URL']),
}

export const newestKey =
  'select kid, private_jwk_sealed from signing_keys order by kid desc limit 1'

/** Opens the key that our service has put into the database. */
export function openKey({ kid, private_jwk_sealed }: SealedKey): SigningKey {
  const vault = new Vault(Buffer.from(String(process.env['SECRET_KEY']), 'base64'))
  const key = JSON.parse(vault.open(private_jwk_sealed, kid)) as Record<string, string>
  const private_key = createPrivateKey({ key, format: 'jwk' })
  return { kid, private_key, public_key: createPublicKey(private_key) }
}

/** Opens the file as our service does: WAL, each commit synced, foreign keys held. */
export function openFile(): SQLite.Database {
  const client = new SQLite(databaseFile(settings.database_url), { fileMustExist: true })
  client.pragma('journal_mode = WAL')
  client.pragma('synchronous = FULL')
  client.pragma('foreign_keys = ON')
  if (client.pragma('synchronous', { simple: true }) !== 2) throw new Error('It is not durable.')
  return client
}
