/** Everything that can act for the account, who made it, and what is revoked along with whom. */
import type { CallInput, CallResult } from '../../http/calls.ts'
import type { components } from '../../generated/types.ts'
import { link, none, text } from '../blocks.ts'
import type { Cell, Field } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { pagesOf, parametersOf, time } from '../lists.ts'
import type { Page, PageContext, Redirect } from '../page.ts'
import type { Scope } from '../../domain/identity/scopes.ts'
import { access as texts } from '../texts/access.ts'
import { apiClients } from '../texts/apiClients.ts'

type Grant = components['schemas']['AccessGrant']

const LIST = '/dashboard/access'

/** The page of each kind that has one. */
const pages: Partial<Record<Grant['type'], string>> = {
  api_client: '/dashboard/api-clients/',
  user: '/dashboard/team/',
  webhook_endpoint: '/dashboard/webhooks/',
}

function nameCell({ locale }: PageContext, { type, id, name, device, created_by }: Grant): Cell {
  const at = pages[type]
  if (at !== undefined) return link(at + id, name)
  if (type === 'bank_connection') return link('/dashboard/bank', name)
  if (type !== 'session') return text(name)
  const shown = `${name} · ${device ?? texts[locale].unknown_device}`
  return created_by?.id ? link(`/dashboard/team/${created_by.id}`, shown) : text(shown)
}

function makerCell({ locale }: PageContext, { created_by }: Grant): Cell {
  const words = texts[locale]
  if (created_by === null) return text(words.unknown)
  const { type, id, name } = created_by
  if (type === 'operator') return text(`${words.operator} ${name ?? ''}`.trim())
  return id === null ? none : link(`${pages[type]}${id}`, name ?? id)
}

/** Grants that are looked at for one of them, the newest. */
const LOOKED_AT = 100

/** Maker and last use of a client; empty once it is revoked, or without `listAccess`. */
export async function grantFacts(
  context: PageContext,
  id: string,
): Promise<{ label: string; cell: Cell }[]> {
  const { call, can, locale } = context
  if (!can('listAccess')) return []
  const words = texts[locale]
  const { data } = await call('listAccess', { query: { limit: LOOKED_AT } })
  const grant = data.find((candidate) => candidate.id === id)
  if (!grant) return []
  return [
    { label: words.made_by, cell: makerCell(context, grant) },
    { label: words.last_used_at, cell: time(context, grant.last_used_at) },
  ]
}

export const scopeWords = ({ locale }: PageContext, scopes: readonly Scope[]): string =>
  scopes.map((scope) => apiClients[locale].scope_words[scope]).join(', ')

const scopeCell = (context: PageContext, { role, scopes }: Grant): Cell =>
  text(role === null ? scopeWords(context, scopes ?? []) : context.text.roles[role])

export const accessPage: Page = {
  path: LIST,
  async draw(context) {
    const { call, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listAccess', { query: parametersOf(context, []) })
    return {
      name: 'access',
      title: words.title,
      blocks: [
        { kind: 'note', tone: 'plain', text: words.text },
        {
          kind: 'table',
          caption: words.title,
          columns: [
            words.name,
            words.kind,
            words.may,
            words.made_by,
            words.last_used_at,
            words.expires_at,
            shared.created_at,
          ],
          rows: list.data.map((grant) => [
            nameCell(context, grant),
            text(words.types[grant.type]),
            scopeCell(context, grant),
            makerCell(context, grant),
            time(context, grant.last_used_at),
            time(context, grant.expires_at),
            time(context, grant.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
      ],
    }
  },
}

/** Asks whether what a client or a user has made ends, too. */
export const endMadeField = ({ locale }: PageContext): Field => ({
  name: 'end_made',
  label: texts[locale].end_made,
  type: 'checkbox',
  value: 'false',
})

type Ending = 'revokeApiClient' | 'removeUser'

/** The input of an operation that ends a client or a user. */
export const endingInput = <Id extends Ending>(
  { params }: PageContext,
  form: Form,
): CallInput<Id> => ({
  path: params as never,
  query: { end_made: lastValue(form, 'end_made') || undefined },
})

/** Leads to what was left, if there is anything; else where the page would lead. */
export function endedAt({ made, ended }: CallResult<Ending>, otherwise: Redirect): Redirect {
  if (ended.length > 0) return { to: LIST, done: 'made_ended' }
  return made.length > 0 ? { to: LIST, done: 'made_left' } : otherwise
}
