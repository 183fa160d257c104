/** Users who are invited, join and sign in as the dashboard's pages do it for them. */
import assert from 'node:assert/strict'
import type { Session } from '../../domain/people/people.ts'
import type { Role } from '../../domain/identity/roles.ts'
import { invite } from '../../domain/access/users.ts'
import { newId } from '../../runtime/ids.ts'
import { Authenticator } from './authenticator.ts'
import type { Lies } from './authenticator.ts'
import type { TestAccount, TestService } from './service.ts'

let emails = 0

/** An e-mail that no other user of the file has. */
export const newEmail = (): string => `pessoa${++emails}@loja.example`

/** The token of a new invitation, made as the operator does. */
export async function invitationTo(
  { on, seller_id }: TestAccount,
  { email = newEmail(), role = 'owner' }: { email?: string; role?: Role } = {},
): Promise<{ token: string; user_id: string; email: string }> {
  const invited = await invite(on.db, { seller_id, email, role, now: on.clock.now() })
  assert.ok(invited)
  return { token: invited.token, user_id: invited.user.id, email }
}

/** The browser of a user, with its passkeys. */
export class Browser {
  readonly on: TestService
  readonly authenticator: Authenticator

  constructor(
    on: TestService,
    authenticator = new Authenticator(new URL(on.service.baseUrl).origin),
  ) {
    this.on = on
    this.authenticator = authenticator
  }

  /** The answer of the authenticator that the page of an invitation sends. */
  async registration(token: string, lies: Lies = {}): Promise<unknown> {
    const { db, clock, service } = this.on
    const options = await service.people.joinOptions(db, token, clock.now())
    assert.ok(options, 'the invitation cannot be used')
    return this.authenticator.create(options, lies)
  }

  join(token: string, response: unknown, name: unknown = 'Notebook') {
    const { db, clock, service } = this.on
    return service.people.join(db, token, {
      ...{ response, name, personName: undefined },
      ...{ locale: 'pt-BR', now: clock.now() },
    })
  }

  /** The answer of the authenticator that the page of the sign-in sends. */
  async assertion(lies: Lies = {}): Promise<unknown> {
    const { clock, service } = this.on
    return this.authenticator.get(await service.people.signInOptions(clock.now()), lies)
  }

  send(response: unknown) {
    const { db, clock, service } = this.on
    return service.people.signIn(db, response, { locale: 'pt-BR', now: clock.now() })
  }

  /** Signs in, which must succeed. */
  async signIn(): Promise<{ token: string; session: Session }> {
    const { refused, ...begun } = await this.send(await this.assertion())
    assert.equal(refused, undefined)
    assert.ok(begun.token !== undefined && begun.session)
    return begun
  }

  async session(token: string): Promise<Session | undefined> {
    const { db, clock, service } = this.on
    return (await service.people.readSession(db, token, clock.now())).session
  }
}

/** A user who has joined by an invitation, with the session that this began. */
export async function joinedUser(
  account: TestAccount,
  {
    role = 'owner',
    email,
    browser = new Browser(account.on),
  }: {
    role?: Role
    email?: string
    browser?: Browser
  } = {},
) {
  const invited = await invitationTo(account, { role, ...(email !== undefined && { email }) })
  const joined = await browser.join(invited.token, await browser.registration(invited.token))
  assert.equal(joined.refused, undefined)
  assert.ok(joined.token !== undefined && joined.session)
  const { token, session } = joined
  return { ...invited, browser, invitation: invited.token, token, session }
}

/** A passkey of a user who is not there to make one; its key signs nothing. */
export async function newPasskey({ on, seller_id }: TestAccount, user_id: string): Promise<string> {
  const id = newId('passkey_', on.clock.now())
  await on.sql(
    `insert into passkeys (seller_id, id, user_id, credential_id, public_key, counter, transports,
      name, created_at) values (?, ?, ?, ?, 'key', 0, '[]', 'Celular', ?)`,
    seller_id,
    id,
    user_id,
    crypto.randomUUID(),
    on.clock.now().toISOString(),
  )
  return id
}
