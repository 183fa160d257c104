/** API keys: the clients of the account, and their secrets, which are shown once. */
import { permits } from '../../domain/identity/scopes.ts'
import { scopesOfRole } from '../../domain/identity/roles.ts'
import { scopes as everyScope } from '../../generated/paths.ts'
import type { components } from '../../generated/types.ts'
import { code, folded, isolated, link, status, text } from '../blocks.ts'
import type { Block, Cell, Field, FormBlock } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { pagesOf, parametersOf, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { WOOCOMMERCE } from '../plugins.ts'
import { endedAt, endingInput, endMadeField, grantFacts, scopeWords } from './access.ts'
import { apiClients as texts } from '../texts/apiClients.ts'

type ApiClient = components['schemas']['ApiClientRecord']
type WithSecret = components['schemas']['ApiClientWithSecret']

const LIST = '/dashboard/api-clients'
const NAME_LENGTH = 160

const stateCell = ({ locale }: PageContext, { status: state }: ApiClient): Cell =>
  status(state === 'active' ? 'good' : 'plain', texts[locale].statuses[state])

/** Scopes that the person has: no caller can grant a scope that it lacks. */
const grantable = ({ session }: PageContext) =>
  everyScope.filter((scope) => permits(scopesOfRole[session.user.role], scope))

/** Scopes that a shop's plugin needs, as its README says. */
const ofShop = [
  'account:read',
  'account:write',
  'checkouts:read',
  'checkouts:write',
  'customers:read',
  'customers:write',
  'refunds:write',
]

/** Scopes by what a key is for; of any other purpose, those that the form ticks. */
const scopesOfPurpose = new Map([
  ['woocommerce', ofShop.filter((scope) => scope !== 'customers:read')],
  ['medusa', ofShop],
  ['vendure', ofShop],
])

function purposeField({ locale }: PageContext): Field {
  const { label, hint, other } = texts[locale].purpose
  return {
    name: 'purpose',
    label,
    type: 'select',
    hint,
    options: [
      { value: 'other', label: other },
      { value: 'woocommerce', label: 'WooCommerce' },
      { value: 'medusa', label: 'Medusa' },
      { value: 'vendure', label: 'Vendure' },
    ],
  }
}

/** The scopes of a new key: those of its purpose, and the ticked ones. */
function newScopes(form: Form): string[] {
  const ofPurpose = scopesOfPurpose.get(lastValue(form, 'purpose') ?? '') ?? []
  const ticked = form.get('scopes')?.filter((scope) => scope !== '') ?? []
  return [...new Set([...ofPurpose, ...ticked])]
}

function fieldsOf(context: PageContext, values?: ApiClient): Field[] {
  const words = texts[context.locale]
  return [
    {
      name: 'name',
      label: words.name,
      type: 'text',
      required: true,
      maxLength: NAME_LENGTH,
      ...(values && { value: values.name }),
    },
    ...(values ? [] : [purposeField(context)]),
    {
      name: 'scopes',
      label: words.scopes,
      type: 'checkboxes',
      hint: words.scopes_hint,
      options: grantable(context).map((scope) => ({
        value: scope,
        label: `${words.scope_words[scope]} (${scope})`,
      })),
      values: values?.scopes ?? [],
    },
  ]
}

export const apiClientsPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listApiClients', { query: parametersOf(context, []) })
    const make: FormBlock = {
      kind: 'form',
      action: LIST,
      fields: fieldsOf(context),
      submit: words.make.submit,
    }
    return {
      name: 'api-clients',
      title: words.title,
      blocks: [
        ...(can('createApiClient') ? [folded(words.make.title, make)] : []),
        {
          kind: 'table',
          caption: words.title,
          columns: [words.name, words.client_id, words.scopes, shared.status, shared.created_at],
          rows: list.data.map((client) => [
            link(`${LIST}/${client.id}`, client.name),
            code(client.client_id),
            text(scopeWords(context, client.scopes)),
            stateCell(context, client),
            time(context, client.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
        {
          kind: 'links',
          links: [
            { href: WOOCOMMERCE, text: words.woocommerce },
            { href: '/docs', text: words.docs },
          ],
        },
      ],
    }
  },
}

function tokenSample({ baseUrl, locale }: PageContext, client_id: string): Block {
  const lines = [
    `curl ${baseUrl}/oauth/token \\`,
    `  --user '${client_id}:<client_secret>' \\`,
    '  --data grant_type=client_credentials',
  ]
  return { kind: 'code', label: texts[locale].try_it, text: lines.join('\n') }
}

function formsOf(context: PageContext, client: ApiClient): Block[] {
  const words = texts[context.locale]
  const at = `${LIST}/${client.id}`
  return [
    {
      kind: 'form',
      action: at,
      title: words.change.title,
      fields: fieldsOf(context, client),
      submit: context.text.save,
    },
    {
      kind: 'form',
      action: `${at}/rotate_secret`,
      title: words.rotate.title,
      fields: [
        {
          name: 'previous_secret_seconds',
          label: words.rotate.previous,
          type: 'select',
          options: [
            { value: '0', label: words.rotate.at_once },
            { value: '3600', label: words.rotate.hour },
            { value: '86400', label: words.rotate.day },
          ],
        },
      ],
      submit: words.rotate.submit,
      isDangerous: true,
    },
    {
      kind: 'form',
      action: `${at}/revoke`,
      title: words.revoke.title,
      text: words.revoke.text,
      fields: [endMadeField(context)],
      submit: words.revoke.submit,
      isDangerous: true,
    },
  ]
}

export const apiClientPage: Page = {
  path: `${LIST}/:apiClientId`,
  async draw(context) {
    const { call, can, params, locale, text: shared } = context
    const words = texts[locale]
    const { apiClientId = '' } = params
    const client = await call('getApiClient', { path: { apiClientId } })
    const held = grantable(context)
    const isChangeable =
      client.status === 'active' &&
      can('updateApiClient') &&
      client.scopes.every((scope) => held.includes(scope))
    const { previous_secret_expires_at: previous, revoked_at } = client
    return {
      name: 'api-clients',
      title: client.name,
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: words.client_id, cell: code(client.client_id) },
            { label: words.scopes, cell: text(scopeWords(context, client.scopes)) },
            { label: shared.status, cell: stateCell(context, client) },
            { label: shared.created_at, cell: time(context, client.created_at) },
            ...(await grantFacts(context, client.id)),
            ...(previous ? [{ label: words.previous_until, cell: time(context, previous) }] : []),
            ...(revoked_at ? [{ label: words.revoked_at, cell: time(context, revoked_at) }] : []),
          ],
        },
        tokenSample(context, client.client_id),
        ...(isChangeable ? formsOf(context, client) : []),
      ],
    }
  },
}

/** The page that shows a new secret; a repeat of its form has none to show. */
function secretView(title: string, client: Partial<WithSecret>, context: PageContext): View {
  const words = texts[context.locale]
  const { client_id = '', client_secret, id } = client
  const secret: Block[] =
    client_secret === undefined
      ? []
      : [
          {
            kind: 'secret',
            label: words.client_secret,
            value: client_secret,
            hint: context.text.shown_once,
          },
        ]
  return {
    name: 'api-clients',
    title,
    blocks: [
      { kind: 'facts', facts: [{ label: words.client_id, cell: code(client_id) }] },
      ...secret,
      tokenSample(context, client_id),
      { kind: 'links', links: [{ href: `${LIST}/${id}`, text: words.one }] },
    ],
  }
}

const at = `${LIST}/:apiClientId`

async function nameOf({ call, params }: PageContext): Promise<string> {
  const { apiClientId = '' } = params
  return isolated((await call('getApiClient', { path: { apiClientId } })).name)
}

const scopesIn = (form: Form): string => isolated(newScopes(form).join(', ') || '—')

export const apiClientActions = [
  action<'createApiClient'>({
    path: LIST,
    operation: 'createApiClient',
    input: (_, form) => ({ body: { name: lastValue(form, 'name'), scopes: newScopes(form) } }),
    confirm: ({ locale }, form) =>
      texts[locale].make.confirm(isolated(lastValue(form, 'name') ?? ''), scopesIn(form)),
    done: (client, context) => secretView(texts[context.locale].made, client, context),
    page: apiClientsPage,
  }),
  action<'updateApiClient'>({
    path: at,
    operation: 'updateApiClient',
    confirm: async (context, form) =>
      texts[context.locale].change.confirm(await nameOf(context), scopesIn(form)),
    done: ({ id }) => ({ to: `${LIST}/${id}`, done: 'key_changed' }),
    page: apiClientPage,
  }),
  action<'rotateApiClientSecret'>({
    path: `${at}/rotate_secret`,
    operation: 'rotateApiClientSecret',
    confirm: async (context) => texts[context.locale].rotate.confirm(await nameOf(context)),
    done: (client, context) => secretView(texts[context.locale].rotated, client, context),
    page: apiClientPage,
  }),
  action<'revokeApiClient'>({
    path: `${at}/revoke`,
    operation: 'revokeApiClient',
    input: endingInput,
    confirm: async (context) => texts[context.locale].revoke.confirm(await nameOf(context)),
    done: (ended) => endedAt(ended, { to: `${LIST}/${ended.id}`, done: 'key_revoked' }),
    page: apiClientPage,
  }),
]
