/** The event log: what was announced, with its payload and its deliveries. */
import { formatMoney } from '../../domain/formats/locale.ts'
import type { Locale } from '../../domain/formats/locale.ts'
import type { components } from '../../generated/types.ts'
import { code, id, link, section } from '../blocks.ts'
import type { Cell } from '../blocks.ts'
import { deliveriesTable } from '../deliveries.ts'
import { choiceOf, filter, filterForm, money, pagesOf, parametersOf, time } from '../lists.ts'
import { itemsOf } from '../names.ts'
import type { Page, PageContext } from '../page.ts'
import { invoiceAddress, subscriptionAddress } from './subscriptionParts.ts'
import { checkouts } from '../texts/checkouts.ts'
import { invoices } from '../texts/invoices.ts'
import { payments } from '../texts/payments.ts'
import { refunds } from '../texts/refunds.ts'
import { events as texts } from '../texts/events.ts'

type Event = components['schemas']['Event']
type Refund = components['schemas']['Refund']

const LIST = '/dashboard/events'
const DELIVERIES_SHOWN = 20

/** The object of an event: by its items, its amount, its name or its number. */
function subjectOf({ locale }: PageContext, { data }: Event): Cell {
  switch (data.object) {
    case 'checkout':
      return link(`/dashboard/checkouts/${data.id}`, itemsOf(data))
    case 'refund':
      return link(`/dashboard/refunds/${data.id}`, refundName(locale, data))
    case 'subscription':
      return link(subscriptionAddress(data.id), data.name)
    case 'invoice':
      return link(invoiceAddress(data.id), `${texts[locale].invoice} ${data.number}`)
  }
}

const refundName = (locale: Locale, { currency, amount_minor }: Refund): string =>
  `${refunds[locale].one} · ${formatMoney(locale, currency, amount_minor)}`

/** The amount of what it is about, as it was at the time of the event. */
const amountOf = (context: PageContext, { data }: Event): Cell =>
  data.object === 'checkout'
    ? money(context, { ...data, amount_minor: data.amount_total_minor })
    : money(context, data)

export const eventsPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, locale } = context
    const words = texts[locale]
    const filters = ['type', 'checkout_id', 'subscription_id', 'created_from', 'created_to']
    const list = await call('listEvents', { query: parametersOf(context, filters) })
    return {
      name: 'events',
      title: words.title,
      blocks: [
        filterForm(context, {
          action: LIST,
          names: filters,
          fields: [
            choiceOf(context, { name: 'type', label: words.type, options: words.types }),
            filter(context, { name: 'created_from', label: words.created_from, type: 'date' }),
            filter(context, { name: 'created_to', label: words.created_to, type: 'date' }),
          ],
          said: {
            checkout_id: { label: payments[locale].checkout, value: payments[locale].chosen },
            subscription_id: {
              label: invoices[locale].subscription,
              value: invoices[locale].chosen,
            },
          },
        }),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [words.type, words.subject, context.text.amount, context.text.created_at],
          rows: list.data.map((event) => [
            link(`${LIST}/${event.id}`, words.types[event.type]),
            subjectOf(context, event),
            amountOf(context, event),
            time(context, event.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}

export const eventPage: Page = {
  path: `${LIST}/:eventId`,
  async draw(context) {
    const { call, can, params, locale, text: shared } = context
    const words = texts[locale]
    const { eventId = '' } = params
    const event = await call('getEvent', { path: { eventId } })
    const query = { event_id: eventId, limit: DELIVERIES_SHOWN }
    const list = can('listWebhookDeliveries') && (await call('listWebhookDeliveries', { query }))
    const { deliveries: title } = checkouts[locale]
    return {
      name: 'events',
      title: words.types[event.type],
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: words.type, cell: code(event.type) },
            { label: words.subject, cell: subjectOf(context, event) },
            { label: shared.created_at, cell: time(context, event.created_at) },
            { label: shared.identifier, cell: id(event.id) },
          ],
        },
        { kind: 'code', label: words.payload, text: JSON.stringify(event.data, null, 2) },
        ...(list ? [section(title, await deliveriesTable(context, list.data))] : []),
      ],
    }
  },
}
