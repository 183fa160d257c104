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
import { checkouts } from '../texts/checkouts.ts'
import { payments } from '../texts/payments.ts'
import { refunds } from '../texts/refunds.ts'
import { events as texts } from '../texts/events.ts'

type Event = components['schemas']['Event']
type Refund = components['schemas']['Refund']

const LIST = '/dashboard/events'
const DELIVERIES_SHOWN = 20

/** The checkout or the refund that an event is about: by its items, or by its amount. */
const subjectOf = ({ locale }: PageContext, { data }: Event): Cell =>
  data.object === 'checkout'
    ? link(`/dashboard/checkouts/${data.id}`, itemsOf(data))
    : link(`/dashboard/refunds/${data.id}`, refundName(locale, data))

const refundName = (locale: Locale, { currency, amount_minor }: Refund): string =>
  `${refunds[locale].one} · ${formatMoney(locale, currency, amount_minor)}`

/** The amount paid or refunded, as it was at the time of the event. */
const amountOf = (context: PageContext, { data }: Event): Cell =>
  data.object === 'checkout'
    ? money(context, { ...data, amount_minor: data.amount_total_minor })
    : money(context, data)

export const eventsPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, locale } = context
    const words = texts[locale]
    const filters = ['type', 'checkout_id', 'created_from', 'created_to']
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
