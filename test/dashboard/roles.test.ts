/** Permissions of each role, tried by clicks and by forged requests. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { actions, downloads } from '../../dashboard/pages/index.ts'
import { ROLES } from '../../domain/identity/roles.ts'
import type { Role } from '../../domain/identity/roles.ts'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { filledPages } from '../support/dashboardPages.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const people = {} as Record<Role, Visitor>
for (const role of ROLES) people[role] = await signIn(seller, role)
const pages = await filledPages(seller)

const everyRole = [...ROLES]
const account: readonly Role[] = ['owner', 'developer', 'finance']

/** Roles that may see a page; a page that is not listed is open to all of them. */
const seenBy: Record<string, readonly Role[]> = {
  subscriptions: ['owner', 'developer', 'finance', 'viewer'],
  subscription: ['owner', 'developer', 'finance', 'viewer'],
  'new-subscription': account,
  invoices: ['owner', 'developer', 'finance', 'viewer'],
  invoice: ['owner', 'developer', 'finance', 'viewer'],
  'new-checkout': ['owner', 'developer', 'attendant'],
  statement: ['owner', 'developer', 'finance', 'viewer'],
  unmatched: ['owner', 'developer', 'finance', 'viewer'],
  'api-clients': account,
  webhooks: account,
  bank: account,
  team: account,
  access: account,
  audit: account,
}

test('each role sees the pages of its table, and a menu that leads to these alone', async () => {
  for (const [name, path] of Object.entries(pages)) {
    const section = name.split(',')[0] ?? ''
    const allowed = seenBy[section] ?? everyRole
    for (const role of ROLES) {
      const { status } = await people[role].get(path)
      assert.equal(status, allowed.includes(role) ? 200 : 403, `${name} by ${role}`)
    }
  }
  for (const role of ROLES) {
    const { html } = await people[role].get('/dashboard/home')
    const menu = html.slice(html.indexOf('<div id="menu"'), html.indexOf('</nav>'))
    const shown = [...menu.matchAll(/href="\/dashboard\/([^"]+)"/g)].map(([, name]) => name)
    for (const name of Object.keys(seenBy)) {
      // A button or a list leads there.
      if (/^new-|^subscription$|^invoice$/.test(name)) continue
      assert.equal(shown.includes(name), seenBy[name]?.includes(role), `${name} for ${role}`)
    }
  }
})

/** Roles that may submit a form, by the form's operation. */
const doneBy: Record<string, readonly Role[]> = {
  createRefund: ['owner', 'finance'],
  cancelCheckout: ['owner', 'developer', 'attendant'],
  createSubscription: account,
  cancelSubscription: account,
  updateInvoice: account,
  voidInvoice: account,
  sandboxAuthorizeSubscription: account,
  sandboxRefuseSubscription: account,
  sandboxRevokeSubscription: account,
  sandboxPayInvoice: account,
  sandboxFailInvoice: account,
  createCheckout: ['owner', 'developer', 'attendant'],
  createCartCheckout: ['owner', 'developer', 'attendant'],
  createCustomer: ['owner', 'developer', 'attendant'],
  updateCustomer: ['owner', 'developer', 'attendant'],
  eraseCustomer: ['owner', 'developer', 'attendant'],
  createPaymentLink: ['owner', 'developer', 'attendant'],
  updatePaymentLink: ['owner', 'developer', 'attendant'],
  createProduct: ['owner', 'developer'],
  updateProduct: ['owner', 'developer'],
  createOffer: ['owner', 'developer'],
  updateOffer: ['owner', 'developer'],
  archiveOffer: ['owner', 'developer'],
  createApiClient: ['owner', 'developer'],
  updateApiClient: ['owner', 'developer'],
  rotateApiClientSecret: ['owner', 'developer'],
  revokeApiClient: ['owner', 'developer'],
  createWebhookEndpoint: ['owner', 'developer'],
  updateWebhookEndpoint: ['owner', 'developer'],
  rotateWebhookEndpointSecret: ['owner', 'developer'],
  testWebhookEndpoint: ['owner', 'developer'],
  deleteWebhookEndpoint: ['owner', 'developer'],
  inviteUser: ['owner', 'developer'],
  updateUser: ['owner', 'developer'],
  updateSettings: ['owner', 'developer'],
  setLogo: ['owner', 'developer'],
  deleteLogo: ['owner', 'developer'],
  endUserSessions: ['owner', 'developer'],
  deleteUserPasskey: ['owner', 'developer'],
  removeUser: ['owner', 'developer'],
  connectBank: ['owner'],
  testBankConnection: ['owner'],
  disconnectBank: ['owner'],
}

/** An address of an action, with an id of the right form that nothing has. */
const forged = (path: string) =>
  path.replaceAll(/:(\w+)Id/g, 'x_00000000-0000-7000-8000-000000000000')

test('a forged form of what a role may not do is refused and logged', async () => {
  assert.deepEqual(new Set(actions.map(({ operation }) => operation)), new Set(Object.keys(doneBy)))
  for (const role of ROLES) {
    const { html } = await people[role].get('/dashboard/home')
    const { form_token = '' } = hiddenFields(html, '/dashboard/sign-out')
    for (const { path, operation } of actions) {
      const { status } = await people[role].post(forged(path), { form_token })
      const isAllowed = doneBy[operation]?.includes(role)
      if (isAllowed)
        assert.ok([200, 303, 400, 404, 409].includes(status), `${operation}: ${status}`)
      else assert.equal(status, 403, `${operation} by ${role}`)
    }
  }
  assert.ok(service.log.some((line) => line.includes('"security":"scope_refused"')))
})

test('no role is shown a form that it may not send', async () => {
  for (const role of ROLES) {
    for (const path of Object.values(pages)) {
      const { html } = await people[role].get(path)
      const shown = [...html.matchAll(/<form[^>]* method="post" action="([^"]+)"/g)]
      for (const [, address = ''] of shown) {
        const form = actions.find(({ path: own }) =>
          new RegExp(`^${own.replaceAll(/:\w+/g, '[^/]+')}$`).test(address),
        )
        const isAllowed = form === undefined || doneBy[form.operation]?.includes(role)
        assert.ok(isAllowed, `${address} on ${path} for ${role}`)
      }
    }
  }
})

test('what moves money, shows a secret, or changes people or keys asks for the passkey', () => {
  const unconfirmed = actions.filter(({ confirm }) => !confirm).map(({ operation }) => operation)
  assert.deepEqual(
    new Set(unconfirmed),
    new Set([
      'cancelCheckout',
      'createSubscription',
      'updateInvoice',
      'sandboxAuthorizeSubscription',
      'sandboxRefuseSubscription',
      'sandboxRevokeSubscription',
      'sandboxPayInvoice',
      'sandboxFailInvoice',
      'createCheckout',
      'createCartCheckout',
      'createCustomer',
      'updateCustomer',
      'createPaymentLink',
      'updatePaymentLink',
      'createProduct',
      'updateProduct',
      'createOffer',
      'updateOffer',
      'archiveOffer',
      'testWebhookEndpoint',
      'setLogo',
      'deleteLogo',
    ]),
  )
})

test('files are read by every role but the attendant', async () => {
  for (const { path } of downloads) {
    for (const role of ROLES) {
      const expected = role === 'attendant' ? 403 : 200
      assert.equal((await people[role].get(path)).status, expected, `${path} for ${role}`)
    }
  }
})

test('an attendant reads no statement, and is shown no way to a file', async () => {
  const { attendant, viewer } = people
  for (const name of [
    'unmatched',
    'statement',
    'statement.csv',
    'statement.xlsx',
    'statement.ofx',
  ]) {
    assert.equal((await attendant.get(`/dashboard/${name}`)).status, 403, name)
    assert.equal((await viewer.get(`/dashboard/${name}`)).status, 200, name)
  }
  for (const [name, path] of Object.entries(pages)) {
    const { html } = await attendant.get(path)
    assert.doesNotMatch(html, /href="[^"]*\.(csv|xlsx|ofx)[?"]/, name)
  }
})
