/** The audit trail: who did what when. */
import type { components } from '../../generated/types.ts'
import { code, isolated, link, text } from '../blocks.ts'
import type { Cell } from '../blocks.ts'
import { targetCells } from '../auditTargets.ts'
import { filter, filterForm, pagesOf, parametersOf, time } from '../lists.ts'
import type { Page, PageContext } from '../page.ts'
import { audit as texts } from '../texts/audit.ts'

type AuditEvent = components['schemas']['AuditEvent']

const LIST = '/dashboard/audit'

const named = ({ locale }: PageContext, { type, name }: AuditEvent['actor']): string =>
  `${texts[locale].actors[type]} ${name ?? ''}`.trim()

/** The words of a cell that has any. */
const wordsOf = (cell: Cell): string => ('text' in cell ? cell.text : '')

function actorCell(context: PageContext, { actor }: AuditEvent): Cell {
  const said = named(context, actor)
  return actor.id === null ? text(said) : link(`${LIST}?actor_id=${actor.id}`, said)
}

/** The longest value that is shown whole, in characters. */
const VALUE_LENGTH = 120

/** A value as JSON in one line, which can be broken between its parts. */
function shown(value: unknown): string {
  const json = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  const short = json.length > VALUE_LENGTH ? `${json.slice(0, VALUE_LENGTH)}…` : json
  return isolated(short)
}

/** Each changed field, with its value before and after where those are recorded. */
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
    const words = texts[locale]
    const filters = ['actor_id', 'target_id', 'created_from', 'created_to']
    const list = await call('listAuditEvents', { query: parametersOf(context, filters) })
    const cellOf = await targetCells(
      context,
      list.data.map(({ target }) => target),
    )
    const { actor_id, target_id } = context.query
    const actor = list.data.find((event) => event.actor.id === actor_id)?.actor
    const target = list.data.find((event) => event.target.id === target_id)?.target
    return {
      name: 'audit',
      title: words.title,
      blocks: [
        filterForm(context, {
          action: LIST,
          names: filters,
          fields: [
            filter(context, { name: 'actor_id', label: words.actor_id, type: 'text' }),
            filter(context, { name: 'target_id', label: words.target_id, type: 'text' }),
            filter(context, { name: 'created_from', label: words.created_from, type: 'date' }),
            filter(context, { name: 'created_to', label: words.created_to, type: 'date' }),
          ],
          said: {
            ...(actor && { actor_id: { label: words.actor, value: named(context, actor) } }),
            ...(target && { target_id: { label: words.target, value: wordsOf(cellOf(target)) } }),
          },
        }),
        {
          kind: 'table',
          caption: words.title,
          columns: [words.when, words.actor, words.action, words.target, words.changes],
          rows: list.data.map((event) => [
            time(context, event.created_at),
            actorCell(context, event),
            code(event.action),
            cellOf(event.target),
            changesCell(event),
          ]),
          empty: list.has_more ? words.nothing_yet : words.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}
