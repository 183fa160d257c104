import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { createClient, listClients, revoke, rotateSecret } from '../../domain/auth/clients.ts'
import type { Client } from '../../domain/auth/clients.ts'
import { isScope } from '../../domain/auth/scopes.ts'
import type { Scope } from '../../domain/auth/scopes.ts'
import { scopes } from '../../generated/paths.ts'
import {
  changing,
  noSeller,
  parseName,
  printing,
  Refused,
  SHOWN_ONCE,
  withStore,
} from './command.ts'

function parseScopes(text: string): Scope[] {
  const named = [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))]
  if (named.length === 0) throw new InvalidArgumentError('A client has one scope at least.')
  const unknown = named.filter((scope) => !isScope(scope))
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Unknown: ${unknown.join(' ')}. Known: ${scopes.join(' ')}.`)
  }
  return named.filter(isScope)
}

const noClient = (name: string) =>
  new Refused(`There is no API client ${name}, or it was revoked before.`)

/** All columns but the hash of the secret. */
const shown = ({ id, client_id, name, scopes, created_at, updated_at, revoked_at }: Client) => ({
  id,
  client_id,
  name,
  scopes,
  created_at,
  updated_at,
  revoked_at,
})

const create = ({ seller, name, scopes }: { seller: string; name: string; scopes: Scope[] }) =>
  withStore(async ({ db, now }) => {
    const client = await createClient(db, { seller_id: seller, name, scopes, now })
    if (!client) throw noSeller(seller)
    return { value: client, note: SHOWN_ONCE }
  })

const list = ({ seller }: { seller: string }) =>
  withStore(async ({ db }) => {
    const clients = await listClients(db, seller)
    if (!clients) throw noSeller(seller)
    return { value: clients.map(shown) }
  })

const rotate = (name: string) =>
  withStore(async ({ db, now }) => {
    const client = await rotateSecret(db, { name, now })
    if (!client) throw noClient(name)
    const note = `The secret before it, and every token issued under that, ended. ${SHOWN_ONCE}`
    return { value: client, note }
  })

const end = (name: string) =>
  withStore(async ({ db, now }) => {
    const client = await revoke(db, { name, now })
    if (!client) throw noClient(name)
    return { value: shown(client), note: 'Its secret and every token that it was issued ended.' }
  })

export function addClients(program: Command): void {
  const clients = program.command('clients').description('The API clients of a seller.')
  clients
    .command('create')
    .description('Make an API client.')
    .requiredOption('--seller <id>', 'the seller that it acts for')
    .requiredOption('--name <name>', 'a label to know it by', parseName)
    .requiredOption('--scopes <scopes>', `in one text: ${scopes.join(' ')}`, parseScopes)
    .action(changing(create))
  clients
    .command('list')
    .description('List the API clients of a seller, oldest first, revoked ones included.')
    .requiredOption('--seller <id>', 'the seller')
    .action(printing(list))
  const which = 'its client_id, or its id'
  clients
    .command('rotate')
    .description('Give a client a new secret; the old one and its tokens end at once.')
    .argument('<client_id>', which)
    .action(changing(rotate))
  clients
    .command('revoke')
    .description('End a client and all its tokens at once, for good.')
    .argument('<client_id>', which)
    .action(changing(end))
}
