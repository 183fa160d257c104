/** The commands on the users of a seller, beside a running service. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { holds } from '../../support/apiClients.ts'
import { clientOf, clientOfUser, userOf } from '../../support/makers.ts'
import { FROM, mailServerAt, startMailServer } from '../../support/mailServer.ts'
import { Browser, joinedUser } from '../../support/people.ts'
import { unknownId } from '../../support/samples.ts'
import { startServiceAndCommandLine } from '../../support/serviceCommandLine.ts'

type Invited = { user_id: string; invitation_url: string; expires_at: string }

const { service, cli } = await startServiceAndCommandLine({ real_clock: false })
const account = await service.account()

const invite = (email: string, role: string, seller = account.seller_id) =>
  ['users', 'invite', '--seller', seller, '--email', email, '--role', role] as const

test('users invite makes a user, and an address that lets it join once', async () => {
  const made = await cli.json<Invited>(...invite('Ana@Loja.example', 'finance'))
  const { user_id, invitation_url, expires_at } = made
  assert.deepEqual(made, { user_id, invitation_url, expires_at })
  assert.ok(invitation_url.startsWith(`${service.url}/dashboard/join/`))
  const token = invitation_url.split('/').at(-1) ?? ''
  const browser = new Browser(service)
  const { session } = await browser.join(token, await browser.registration(token))
  const { id, email, role } = session?.user ?? {}
  assert.deepEqual([id, email, role], [user_id, 'ana@loja.example', 'finance'])
  const again = await cli.json<Invited>(...invite('ana@loja.example', 'finance'))
  assert.equal(again.user_id, user_id)
  assert.match(await cli.text(...invite('bia@loja.example', 'viewer')), /will not be shown again/)
})

test('users invite mails the invitation, too, where a mail server is configured', async () => {
  const server = await startMailServer()
  const mailServer = mailServerAt(server.url)
  const own = await startServiceAndCommandLine({ mailServer })
  const { seller_id } = await own.service.account()
  const mailing = own.cli.with({ SMTP_URL: server.url, MAIL_FROM: FROM })
  const made = await mailing.json<Invited>(...invite('bia@loja.example', 'viewer', seller_id))
  own.service.service.mailer.wake(seller_id)
  const [mail] = await server.arrived(1)
  assert.deepEqual(mail?.to, ['bia@loja.example'])
  assert.ok(mail.text.includes(made.invitation_url))
  assert.match(await mailing.text(...invite('rui@loja.example', 'viewer', seller_id)), /mails it/)
})

test('users invite refuses what breaks a rule, each by its reason', async () => {
  await cli.json(...invite('caio@loja.example', 'viewer'))
  const [taken, noSeller, email, role] = await Promise.all([
    cli.refused(...invite('caio@loja.example', 'owner')),
    cli.refused(...invite('caio@loja.example', 'owner', unknownId('seller_'))),
    cli.badUsage(...invite('caio', 'owner')),
    cli.badUsage(...invite('caio@loja.example', 'admin')),
  ])
  assert.match(taken, /another role/)
  assert.match(noSeller, /There is no seller seller_/)
  assert.match(email, /e-mail address/)
  assert.match(role, /owner, developer, finance, attendant, viewer/)
})

test('users list shows each user, newest first, and no secret', async () => {
  const of = await service.account()
  const owner = await joinedUser(of)
  service.clock.advanceMs(1)
  const { id, email } = await of.user()
  const users = await cli.json<Record<string, unknown>[]>('users', 'list', '--seller', of.seller_id)
  assert.deepEqual(
    users.map((one) => [one['id'], one['email'], one['role'], one['status'], one['passkeys']]),
    [
      [id, email, 'viewer', 'invited', 0],
      [owner.user_id, owner.email, 'owner', 'active', 1],
    ],
  )
  assert.doesNotMatch(JSON.stringify(users), /dashboard|token|key_/)
  assert.match(await cli.refused('users', 'list', '--seller', 'x'), /There is no seller x/)
})

test('users remove ends every session at once, and leaves the last owner', async () => {
  const of = await service.account()
  const owner = await joinedUser(of)
  const other = await joinedUser(of)
  const removed = await cli.json<{ id: string; status: string }>('users', 'remove', other.user_id)
  assert.deepEqual([removed.id, removed.status], [other.user_id, 'removed'])
  assert.equal(await other.browser.session(other.token), undefined)
  assert.match(await cli.refused('users', 'remove', other.user_id), /already removed/)
  assert.match(await cli.refused('users', 'remove', owner.user_id), /No other active owner/)
  assert.ok(await owner.browser.session(owner.token))
})

type EndedAccess = { id: string; made: string[]; ended: string[] }

test('users remove and clients revoke name what was made, and end it when asked', async () => {
  const of = await service.account()
  await joinedUser(of)
  const root = await clientOf(of)
  const child = await clientOf(root.as)
  const left = await cli.json<EndedAccess>('clients', 'revoke', root.id)
  assert.deepEqual([left.id, left.made, left.ended], [root.id, [child.id], []])
  const { id: endpoint } = await child.as.webhookEndpoint()
  assert.match(await cli.text('clients', 'revoke', child.id, '--end-made'), new RegExp(endpoint))
  const owner = await joinedUser(of)
  const theirs = await clientOfUser(service, owner.session)
  const removed = await cli.json<EndedAccess>('users', 'remove', owner.user_id, '--end-made')
  assert.deepEqual([removed.made, removed.ended], [[theirs.id], [theirs.id]])
  assert.equal(await holds(service, theirs.as.token), false)
})

test('clients revoke --end-made leaves the last owner, and then everything', async () => {
  const of = await service.account()
  const root = await clientOf(of)
  const owner = await userOf(root.as)
  assert.match(await cli.refused('clients', 'revoke', root.id, '--end-made'), /last owner/)
  assert.equal(await holds(service, root.as.token), true)
  assert.ok(await owner.browser.session(owner.token))
})
