/** The audit trail: who did what when. */
import type { components } from '../../generated/types.ts'
import { code, isolated, link, text } from '../blocks.ts'
import type { Cell } from '../blocks.ts'
import { filter, filterForm, pagesOf, parametersOf, time } from '../lists.ts'
import type { Page, PageContext } from '../page.ts'
import { audit as texts } from '../texts/audit.ts'

type AuditEvent = components['schemas']['AuditEvent']

const LIST = '/dashboard/audit'

/** The page of each kind of object that has one. */
const pages: Partial<Record<string, string>> = {
  api_client: 'api-clients',
  webhook_endpoint: 'webhooks',
  product: 'products',
  customer: 'customers',
  checkout: 'checkouts',
  user: 'team',
}

function targetCell({ target: { type, id } }: AuditEvent): Cell {
  const page = pages[type]
  return page === undefined ? code(id) : link(`/dashboard/${page}/${id}`, id)
}

function actorCell({ locale }: PageContext, { actor: { type, id, name } }: AuditEvent): Cell {
  const named = `${texts[locale].actors[type]} ${name ?? ''}`.trim()
  return id === null ? text(named) : link(`${LIST}?actor_id=${id}`, named)
}

/** The longest value that is shown whole, in characters. */
const VALUE_LENGTH = 120

/** A value as JSON in one line, which can be broken between its parts. */
function shown(value: unknown): string {
  const json = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  const short = json.length > VALUE_LENGTH ? `${json.slice(0, VALUE_LENGTH)}…` : json
  return isolated(short)
}

/** What was changed: the field, and its value before and after where that is recorded. */
const changesCell = ({ changes }: AuditEvent): Cell => {
  const lines = changes.map(({ field, ...values }) =>
    'after' in values ? `${field}: ${shown(values.before)} → ${shown(values.after)}` : field,
  )
  return text(lines.join('; '))
}

export const auditPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, locale } = context
    const own = texts[locale]
    const filters = ['actor_id', 'target_id', 'created_from', 'created_to']
    const list = await call('listAuditEvents', { query: parametersOf(context, filters) })
    return {
      name: 'audit',
      title: own.title,
      blocks: [
        filterForm(context, {
          action: LIST,
          names: filters,
          fields: [
            filter(context, { name: 'actor_id', label: own.actor_id, type: 'text' }),
            filter(context, { name: 'target_id', label: own.target_id, type: 'text' }),
            filter(context, { name: 'created_from', label: own.created_from, type: 'date' }),
            filter(context, { name: 'created_to', label: own.created_to, type: 'date' }),
          ],
        }),
        {
          kind: 'table',
          caption: own.title,
          columns: [own.when, own.actor, own.action, own.target, own.changes],
          rows: list.data.map((event) => [
            time(context, event.created_at),
            actorCell(context, event),
            code(event.action),
            targetCell(event),
            changesCell(event),
          ]),
          empty: list.has_more ? own.nothing_yet : own.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}
