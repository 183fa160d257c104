/** The event log: what was announced, with its payload and its deliveries. */
import type { components } from '../../generated/types.ts'
import { code, link, section } from '../blocks.ts'
import type { Cell } from '../blocks.ts'
import { deliveriesTable } from '../deliveries.ts'
import { choiceOf, filter, filterForm, nextPage, parametersOf, time } from '../lists.ts'
import type { Page } from '../page.ts'
import { checkouts } from '../texts/checkouts.ts'
import { events as texts } from '../texts/events.ts'

type Event = components['schemas']['Event']

const LIST = '/dashboard/events'
const DELIVERIES_SHOWN = 20

/** The checkout, or the payment of the refund, that an event is about. */
const subjectOf = ({ data }: Event): Cell =>
  data.object === 'checkout'
    ? link(`/dashboard/checkouts/${data.id}`, data.id)
    : link(`/dashboard/payments/${data.payment_id}`, data.id)

export const eventsPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, locale } = context
    const own = texts[locale]
    const filters = ['type', 'checkout_id', 'created_from', 'created_to']
    const list = await call('listEvents', { query: parametersOf(context, filters) })
    return {
      name: 'events',
      title: own.title,
      blocks: [
        filterForm(context, {
          action: LIST,
          names: filters,
          fields: [
            choiceOf(context, { name: 'type', label: own.type, options: own.types }),
            filter(context, { name: 'created_from', label: own.created_from, type: 'date' }),
            filter(context, { name: 'created_to', label: own.created_to, type: 'date' }),
          ],
        }),
        {
          kind: 'table',
          caption: own.title,
          columns: [own.type, own.subject, context.text.created_at],
          rows: list.data.map((event) => [
            link(`${LIST}/${event.id}`, own.types[event.type]),
            subjectOf(event),
            time(context, event.created_at),
          ]),
          empty: own.empty,
          next: nextPage(context, list),
        },
      ],
    }
  },
}

export const eventPage: Page = {
  path: `${LIST}/:eventId`,
  async draw(context) {
    const { call, can, params, locale, text: shared } = context
    const own = texts[locale]
    const { eventId = '' } = params
    const event = await call('getEvent', { path: { eventId } })
    const query = { event_id: eventId, limit: DELIVERIES_SHOWN }
    const list = can('listWebhookDeliveries') && (await call('listWebhookDeliveries', { query }))
    const { deliveries: title } = checkouts[locale]
    return {
      name: 'events',
      title: own.types[event.type],
      blocks: [
        {
          kind: 'facts',
          facts: [
            { label: own.type, cell: code(event.type) },
            { label: own.subject, cell: subjectOf(event) },
            { label: shared.created_at, cell: time(context, event.created_at) },
            { label: shared.identifier, cell: code(event.id) },
          ],
        },
        { kind: 'code', label: own.payload, text: JSON.stringify(event.data, null, 2) },
        ...(list ? [section(title, deliveriesTable(context, list.data))] : []),
      ],
    }
  },
}
