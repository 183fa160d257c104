import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { MAX_ACTIVE_CLIENTS } from '../../domain/access/clientChanges.ts'
import {
  ClientRefused,
  createClient,
  listClients,
  revoke,
  rotateSecret,
} from '../../domain/access/clients.ts'
import type { Client } from '../../domain/access/clients.ts'
import { isScope } from '../../domain/identity/scopes.ts'
import type { Scope } from '../../domain/identity/scopes.ts'
import { scopes } from '../../generated/paths.ts'
import {
  changing,
  endMadeOption,
  madeNote,
  noSeller,
  parseName,
  printing,
  CommandError,
  SHOWN_ONCE,
  withStore,
} from './command.ts'
import { ofSeller } from './sellerOption.ts'

/** As long as the API lets an old secret get tokens. */
const MAX_OVERLAP_SECONDS = 86_400

function parseScopes(text: string): Scope[] {
  const named = [...new Set(text.split(/[\s,]+/).filter((scope) => scope !== ''))]
  if (named.length === 0) throw new InvalidArgumentError('A client needs at least one scope.')
  const unknown = named.filter((scope) => !isScope(scope))
  if (unknown.length > 0) {
    throw new InvalidArgumentError(`Unknown: ${unknown.join(' ')}. Known: ${scopes.join(' ')}.`)
  }
  return named.filter(isScope)
}

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (/^\d+$/.test(text) && seconds <= MAX_OVERLAP_SECONDS) return seconds
  throw new InvalidArgumentError(`It is a whole number from 0 to ${MAX_OVERLAP_SECONDS}.`)
}

const noClient = (name: string) =>
  new CommandError(`There is no API client ${name}, or it was already revoked.`)

/** Fields of a client that an operator may see: neither hash of a secret, and no generation. */
const shown = (client: Client) => ({
  id: client.id,
  client_id: client.client_id,
  name: client.name,
  scopes: client.scopes,
  previous_secret_until: client.previous_secret_until,
  created_at: client.created_at,
  updated_at: client.updated_at,
  revoked_at: client.revoked_at,
})

const tooMany = `The seller already has ${MAX_ACTIVE_CLIENTS} active API clients: revoke one first.`

/** The only rules that the operator can break: the others concern other actors. */
const reasons: Partial<Record<ClientRefused['code'], string>> = {
  api_client_limit_reached: tooMany,
  last_owner: 'This would end the last owner with a passkey: another owner must join first.',
}

function refuse(error: unknown): never {
  const reason = error instanceof ClientRefused ? reasons[error.code] : undefined
  throw reason === undefined ? error : new CommandError(reason, { cause: error })
}

const create = ({ seller, name, scopes }: { seller: string; name: string; scopes: Scope[] }) =>
  withStore(async ({ db, now }) => {
    const client = await createClient(db, { seller_id: seller, name, scopes, now }).catch(refuse)
    if (!client) throw noSeller(seller)
    return { value: client, note: SHOWN_ONCE }
  })

const list = ({ seller }: { seller: string }) =>
  withStore(async ({ db }) => {
    const clients = await listClients(db, seller)
    if (!clients) throw noSeller(seller)
    return { value: clients.map(shown) }
  })

const rotate = (name: string, { keepPrevious = 0 }: { keepPrevious?: number }) =>
  withStore(async ({ db, now }) => {
    const client = await rotateSecret(db, { name, previousSeconds: keepPrevious, now })
    if (!client) throw noClient(name)
    const before =
      keepPrevious > 0
        ? `The previous secret still gets tokens for ${keepPrevious} seconds.`
        : 'The previous secret and every token issued with it have ended.'
    return { value: client, note: `${before} ${SHOWN_ONCE}` }
  })

const end = (name: string, { endMade = false }: { endMade?: boolean }) =>
  withStore(async ({ db, now }) => {
    const revoked = await revoke(db, { name, endMade, now }).catch(refuse)
    if (!revoked) throw noClient(name)
    const { client, made, ended } = revoked
    const note = `Its secret and every token issued to it have ended. ${madeNote(revoked)}`
    return { value: { ...shown(client), made, ended }, note }
  })

export function addClients(program: Command): void {
  const clients = program.command('clients').description('The API clients of a seller.')
  ofSeller(clients.command('create'))
    .description('Create an API client.')
    .requiredOption('--name <name>', 'a label for it', parseName)
    .requiredOption('--scopes <scopes>', `in one argument: ${scopes.join(' ')}`, parseScopes)
    .action(changing(create))
  ofSeller(clients.command('list'))
    .description('List the API clients of a seller, oldest first, revoked ones included.')
    .action(printing(list))
  const which = 'its client_id, or its id'
  clients
    .command('rotate')
    .description('Give a client a new secret; the old one and its tokens end at once.')
    .argument('<client_id>', which)
    .option('--keep-previous <seconds>', 'how long the old one still gets tokens', parseSeconds)
    .action(changing(rotate))
  clients
    .command('revoke')
    .description('End a client and all its tokens at once, for good.')
    .argument('<client_id>', which)
    .option(...endMadeOption)
    .action(changing(end))
}
