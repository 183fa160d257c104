/** The audit trail: who did what when. */
import type { components } from '../../generated/types.ts'
import { isolated } from '../blocks.ts'
import type { Field, Sentence } from '../blocks.ts'
import { targetLabels, targetName } from '../auditTargets.ts'
import type { TargetLabel } from '../auditTargets.ts'
import { choiceOf, filter, filterForm, pagesOf, parametersOf, time } from '../lists.ts'
import type { Page, PageContext } from '../page.ts'
import { acts } from '../texts/acts.ts'
import { audit as texts } from '../texts/audit.ts'

type AuditEvent = components['schemas']['AuditEvent']

const LIST = '/dashboard/audit'

const actorName = ({ locale }: PageContext, { type, name }: AuditEvent['actor']): string =>
  texts[locale].actors[type](name ?? '')

/** The author, the act and its object as one sentence; names are apart from the words. */
function sentenceOf(context: PageContext, event: AuditEvent, label: TargetLabel = {}): Sentence {
  const act = acts[context.locale][event.action] ?? `${event.action} $`
  const [before = '', after] = act.split('$')
  const name = label.name ?? targetName(context, event.target)
  return [
    { name: actorName(context, event.actor) },
    { words: ` ${before}` },
    ...(after === undefined ? [] : [{ name }, { words: after }]),
  ]
}

/** The longest value that is shown whole, in characters. */
const VALUE_LENGTH = 120

/** A value as JSON in one line, which can be broken between its parts. */
function shown(value: unknown): string {
  const json = JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')
  const short = json.length > VALUE_LENGTH ? `${json.slice(0, VALUE_LENGTH)}…` : json
  return isolated(short)
}

/** The event as it is on record: each changed field with its values, where those are recorded. */
const rawOf = ({ action, actor, target, changes }: AuditEvent): string =>
  [
    action,
    [actor.type, actor.id].filter(Boolean).join(' '),
    `${target.type} ${target.id}`,
    ...changes.map(({ field, ...values }) =>
      'after' in values ? `${field}: ${shown(values.before)} → ${shown(values.after)}` : field,
    ),
  ].join('\n')

/** Authors that the filter offers, by name: people and keys, the newest. */
const AUTHORS_OFFERED = 100

async function authorField(context: PageContext, events: AuditEvent[]): Promise<Field> {
  const { call, can, locale, query } = context
  const newest = { query: { limit: AUTHORS_OFFERED } }
  const [users, clients] = await Promise.all([
    can('listUsers') ? call('listUsers', newest) : { data: [] },
    can('listApiClients') ? call('listApiClients', newest) : { data: [] },
  ])
  const names = new Map<string, string>([
    ...users.data.map(({ id, name, email }) => [id, name ?? email] as const),
    ...clients.data.map(({ id, name }) => [id, texts[locale].actors.api_client(name)] as const),
  ])
  const { actor_id = '' } = query
  const chosen = events.find(({ actor }) => actor.id === actor_id)?.actor
  if (actor_id !== '' && !names.has(actor_id)) {
    names.set(actor_id, chosen ? actorName(context, chosen) : actor_id)
  }
  return choiceOf(context, {
    name: 'actor_id',
    label: texts[locale].actor,
    options: Object.fromEntries(names),
  })
}

export const auditPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, locale } = context
    const words = texts[locale]
    const filters = ['actor_id', 'target_id', 'created_from', 'created_to']
    const list = await call('listAuditEvents', { query: parametersOf(context, filters) })
    const targets = list.data.map(({ target }) => target)
    const labels = await targetLabels(context, targets)
    const { target_id } = context.query
    const target = targets.find(({ id }) => id === target_id)
    return {
      name: 'audit',
      title: words.title,
      blocks: [
        filterForm(context, {
          action: LIST,
          names: filters,
          fields: [
            await authorField(context, list.data),
            filter(context, { name: 'target_id', label: words.target_id, type: 'text' }),
            filter(context, { name: 'created_from', label: words.created_from, type: 'date' }),
            filter(context, { name: 'created_to', label: words.created_to, type: 'date' }),
          ],
          said: {
            ...(target && {
              target_id: {
                label: words.target,
                value: targetName(context, target, labels.get(target.id)),
              },
            }),
          },
        }),
        {
          kind: 'acts',
          label: words.title,
          raw: words.raw,
          acts: list.data.map((event) => ({
            sentence: sentenceOf(context, event, labels.get(event.target.id)),
            href: labels.get(event.target.id)?.href,
            when: time(context, event.created_at),
            raw: rawOf(event),
          })),
          empty: list.has_more ? words.nothing_yet : words.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}
