/** Clients and users that make others, endpoints and banks, for tests of who made what. */
import assert from 'node:assert/strict'
import type { AccountChange } from '../../domain/auth/accountChange.ts'
import { makeClient } from '../../domain/access/clientChanges.ts'
import { everyScope } from '../../domain/identity/scopes.ts'
import type { Scope } from '../../domain/identity/scopes.ts'
import type { Session } from '../../domain/people/people.ts'
import { scopesOfRole } from '../../domain/identity/roles.ts'
import { actorOf } from '../../domain/people/sessions.ts'
import { newConnection } from '../../domain/pix/connections/bankConnections.ts'
import type { components } from '../../generated/types.ts'
import { Browser } from './people.ts'
import type { TestAccount, TestService } from './service.ts'

export type Grant = components['schemas']['AccessGrant']

/** A client with its own id, and an account that sends requests as it. */
export type MadeClient = { id: string; as: TestAccount }

/** A client that a client has made through the API, and a token of it. */
export async function clientOf(
  maker: TestAccount,
  scopes: readonly Scope[] = everyScope,
): Promise<MadeClient> {
  const { id, client_id, client_secret = '' } = await maker.apiClient({ scopes })
  const { seller_id } = maker
  return { id, as: await maker.on.login({ seller_id, client_id, client_secret }) }
}

/** A change by a user who is signed in, with the scopes of the user's role. */
export const changeBy = (on: TestService, { seller, id, user }: Session): AccountChange => ({
  seller_id: seller.id,
  actor: actorOf({ id, user }),
  scopes: scopesOfRole[user.role],
  now: on.clock.now(),
})

/** A client that a user has made on the dashboard, and a token of it. */
export async function clientOfUser(
  on: TestService,
  session: Session,
  scopes: readonly Scope[] = everyScope,
): Promise<MadeClient> {
  const made = await on.db.run(() =>
    makeClient({ name: 'Do painel', scopes: [...scopes] }, changeBy(on, session)),
  )
  assert.ok(made.client && made.client_secret !== undefined)
  const { id, client_id } = made.client
  const of = { seller_id: session.seller.id, client_id, client_secret: made.client_secret }
  return { id, as: await on.login(of) }
}

/** A user whom a client has invited, and who has joined. */
export async function userOf(maker: TestAccount, role: Grant['role'] = 'owner') {
  const { id, invitation_url = '' } = await maker.user({ role })
  const browser = new Browser(maker.on)
  const token = invitation_url.split('/').at(-1) ?? ''
  const joined = await browser.join(token, await browser.registration(token))
  assert.ok(joined.session && joined.token !== undefined)
  return { id, browser, token: joined.token, session: joined.session }
}

const bankSettings = {
  url: 'https://banco.example/pix',
  token_url: 'https://banco.example/token',
  client_id: 'loja',
  client_secret: 'segredo',
  certificate: '',
  private_key: 'chave',
  authority: null,
  pix_key: 'loja@example.com',
  city: 'Recife',
  profile: 'bacen',
  profile_values: {},
  public_only: false,
}

/** A bank that an actor has connected; it is not asked. */
export async function bankBy(
  { db, service }: TestService,
  { seller_id, actor, now }: Pick<AccountChange, 'seller_id' | 'actor' | 'now'>,
): Promise<string> {
  const bank = { seller_id, settings: bankSettings, actor, now }
  return (await db.run(() => newConnection(service.vault, bank))).id
}

/** A bank that a client has connected. */
export async function bankOf({ seller_id, on }: TestAccount, id: string): Promise<string> {
  const [client] = await on.sql<{ client_id: string; name: string; generation: number }>(
    'select client_id, name, generation from api_clients where id = ?',
    id,
  )
  assert.ok(client)
  const actor = { type: 'api_client', id, ...client } as const
  return bankBy(on, { seller_id, actor, now: on.clock.now() })
}

/** The access grants of an account. */
export async function accessOf(reader: TestAccount, limit = 100): Promise<Grant[]> {
  const all: Grant[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&starting_after=${cursor}`
    const { status, body, text } = await reader.get<'AccessGrantList'>(
      `/v1/access?limit=${limit}${after}`,
    )
    assert.equal(status, 200, text)
    all.push(...body.data)
    cursor = body.next_cursor
  }
  return all
}
