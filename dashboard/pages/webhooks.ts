/** Webhook endpoints, their secrets, and what was delivered to them. */
import { EVENT_TYPES } from '../../db/schema/eventTypes.ts'
import type { components } from '../../generated/types.ts'
import { code, folded, isolated, link, section, status, text } from '../blocks.ts'
import type { Block, Cell, Field, FormBlock } from '../blocks.ts'
import { deliveriesTable, inMilliseconds } from '../deliveries.ts'
import { lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { choiceOf, filterForm, pagesOf, parametersOf, time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { events } from '../texts/events.ts'
import { webhooks as texts } from '../texts/webhooks.ts'

type Endpoint = components['schemas']['WebhookEndpoint']
type Tested = components['schemas']['WebhookTest']
type WithSecret = components['schemas']['WebhookEndpointWithSecret']

const LIST = '/dashboard/webhooks'
const URL_LENGTH = 2048

function stateCell({ locale }: PageContext, { enabled, deleted_at }: Endpoint): Cell {
  const { statuses } = texts[locale]
  if (deleted_at !== null) return status('plain', statuses.deleted)
  return enabled ? status('good', statuses.enabled) : status('warn', statuses.disabled)
}

const typesOf = ({ locale }: PageContext, { event_types }: Endpoint): string =>
  event_types.length === EVENT_TYPES.length ? texts[locale].every_event : event_types.join(' ')

function fieldsOf({ locale }: PageContext, values?: Endpoint): Field[] {
  const words = texts[locale]
  return [
    {
      name: 'url',
      label: words.url,
      type: 'url',
      required: true,
      maxLength: URL_LENGTH,
      ...(values && { value: values.url }),
    },
    {
      name: 'event_types',
      label: words.event_types,
      type: 'checkboxes',
      options: EVENT_TYPES.map((type) => ({ value: type, label: events[locale].types[type] })),
      values: values?.event_types ?? [...EVENT_TYPES],
    },
    {
      name: 'enabled',
      label: words.enabled,
      type: 'checkbox',
      value: String(values?.enabled ?? true),
    },
  ]
}

export const webhooksPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listWebhookEndpoints', { query: parametersOf(context, []) })
    const make: FormBlock = {
      kind: 'form',
      action: LIST,
      fields: fieldsOf(context),
      submit: words.make.submit,
    }
    return {
      name: 'webhooks',
      title: words.title,
      blocks: [
        ...(can('createWebhookEndpoint') ? [folded(words.make.title, make)] : []),
        {
          kind: 'table',
          caption: words.title,
          columns: [words.url, words.event_types, shared.status, shared.created_at],
          rows: list.data.map((endpoint) => [
            link(`${LIST}/${endpoint.id}`, endpoint.url),
            text(typesOf(context, endpoint)),
            stateCell(context, endpoint),
            time(context, endpoint.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}

function formsOf(context: PageContext, endpoint: Endpoint): Block[] {
  const { change, rotate, remove } = texts[context.locale]
  const at = `${LIST}/${endpoint.id}`
  return [
    {
      kind: 'form',
      action: at,
      title: change.title,
      fields: fieldsOf(context, endpoint),
      submit: context.text.save,
    },
    {
      kind: 'form',
      action: `${at}/rotate_secret`,
      title: rotate.title,
      text: rotate.text,
      fields: [],
      submit: rotate.submit,
      isDangerous: true,
    },
    {
      kind: 'form',
      action: `${at}/delete`,
      title: remove.title,
      text: remove.text,
      fields: [],
      submit: remove.submit,
      isDangerous: true,
    },
  ]
}

const testForm = ({ locale }: PageContext, { id }: Endpoint): FormBlock => ({
  kind: 'form',
  action: `${LIST}/${id}/test`,
  title: texts[locale].test.title,
  text: texts[locale].test.text,
  fields: [],
  submit: texts[locale].test.submit,
})

/** How a test ended: what came back, or why nothing did. */
function testedView(tested: Tested, { locale, params }: PageContext): View {
  const { test: testTexts, one } = texts[locale]
  const { response_status, duration_ms, body, error } = tested
  const status = response_status === null ? null : String(response_status)
  return {
    name: 'webhooks',
    title: testTexts.result,
    blocks: [
      {
        kind: 'note',
        tone: tested.status === 'delivered' ? 'good' : 'bad',
        text: testTexts[tested.status],
      },
      {
        kind: 'facts',
        facts: [
          { label: testTexts.status, cell: code(status) },
          { label: testTexts.duration, cell: text(inMilliseconds(duration_ms)) },
        ],
      },
      ...(error === null ? [] : [{ kind: 'code', label: testTexts.error, text: error } as const]),
      ...(body ? [{ kind: 'code', label: testTexts.body, text: body } as const] : []),
      { kind: 'links', links: [{ href: `${LIST}/${params['webhookEndpointId']}`, text: one }] },
    ],
  }
}

/** Leads to the deliveries that failed; on their list, says what can be done about them. */
function missedBlock({ locale, query }: PageContext, path: string): Block {
  const { missed, missed_hint } = texts[locale]
  if (query['status'] === 'failed') return { kind: 'note', tone: 'plain', text: missed_hint }
  return { kind: 'links', links: [{ href: `${path}?status=failed`, text: missed }] }
}

/** The deliveries to an endpoint, by their status and their event if the address names one. */
async function deliveriesOf(context: PageContext, { id }: Endpoint): Promise<Block[]> {
  const { locale } = context
  const path = `${LIST}/${id}`
  const names = ['status', 'event_id']
  const query = { ...parametersOf(context, names), webhook_endpoint_id: id }
  const list = await context.call('listWebhookDeliveries', { query })
  const { delivery_statuses: options } = events[locale]
  const label = texts[locale].delivery_status
  const choice = choiceOf(context, { name: 'status', label, options })
  return [
    filterForm(context, { action: path, names, fields: [choice] }),
    missedBlock(context, path),
    await deliveriesTable(context, list.data, {
      ...pagesOf(context, list, path),
      empty: texts[context.locale].nothing_sent,
    }),
  ]
}

export const webhookPage: Page = {
  path: `${LIST}/:webhookEndpointId`,
  async draw(context) {
    const { call, can, params, locale, text: shared } = context
    const words = texts[locale]
    const { webhookEndpointId = '' } = params
    const endpoint = await call('getWebhookEndpoint', { path: { webhookEndpointId } })
    const { previous_secret_expires_at: previous } = endpoint
    const isChangeable = endpoint.deleted_at === null && can('updateWebhookEndpoint')
    return {
      name: 'webhooks',
      title: words.one,
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: words.url, cell: text(endpoint.url) },
            { label: words.event_types, cell: text(typesOf(context, endpoint)) },
            { label: shared.status, cell: stateCell(context, endpoint) },
            { label: shared.created_at, cell: time(context, endpoint.created_at) },
            ...(previous ? [{ label: words.previous_until, cell: time(context, previous) }] : []),
          ],
        },
        ...(isChangeable ? [testForm(context, endpoint)] : []),
        section(words.deliveries, ...(await deliveriesOf(context, endpoint))),
        ...(isChangeable ? formsOf(context, endpoint) : []),
      ],
    }
  },
}

/** The page that shows a new secret; a repeat of its form has none to show. */
function secretView(title: string, endpoint: Partial<WithSecret>, context: PageContext): View {
  const words = texts[context.locale]
  const { id, url = '', secret } = endpoint
  const hint = context.text.shown_once
  return {
    name: 'webhooks',
    title,
    blocks: [
      { kind: 'facts', facts: [{ label: words.url, cell: text(url) }] },
      ...(secret === undefined
        ? []
        : [{ kind: 'secret', label: words.secret, value: secret, hint } as const]),
      { kind: 'links', links: [{ href: `${LIST}/${id}`, text: words.one }] },
    ],
  }
}

const at = `${LIST}/:webhookEndpointId`

const urlIn = (form: Form): string => isolated(lastValue(form, 'url') ?? '')

async function urlOf({ call, params }: PageContext): Promise<string> {
  const { webhookEndpointId = '' } = params
  return isolated((await call('getWebhookEndpoint', { path: { webhookEndpointId } })).url)
}

export const webhookActions = [
  action<'createWebhookEndpoint'>({
    path: LIST,
    operation: 'createWebhookEndpoint',
    confirm: ({ locale }, form) => texts[locale].make.confirm(urlIn(form)),
    done: (endpoint, context) => secretView(texts[context.locale].made, endpoint, context),
    page: webhooksPage,
  }),
  action<'updateWebhookEndpoint'>({
    path: at,
    operation: 'updateWebhookEndpoint',
    confirm: async (context, form) =>
      texts[context.locale].change.confirm(await urlOf(context), urlIn(form)),
    done: ({ id }) => ({ to: `${LIST}/${id}`, done: 'endpoint_changed' }),
    page: webhookPage,
  }),
  action<'rotateWebhookEndpointSecret'>({
    path: `${at}/rotate_secret`,
    operation: 'rotateWebhookEndpointSecret',
    confirm: async (context) => texts[context.locale].rotate.confirm(await urlOf(context)),
    done: (endpoint, context) => secretView(texts[context.locale].rotated, endpoint, context),
    page: webhookPage,
  }),
  action<'testWebhookEndpoint'>({
    path: `${at}/test`,
    operation: 'testWebhookEndpoint',
    done: testedView,
    page: webhookPage,
  }),
  action<'deleteWebhookEndpoint'>({
    path: `${at}/delete`,
    operation: 'deleteWebhookEndpoint',
    confirm: async (context) => texts[context.locale].remove.confirm(await urlOf(context)),
    done: () => ({ to: LIST, done: 'endpoint_deleted' }),
    page: webhookPage,
  }),
]
