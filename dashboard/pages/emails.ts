/** The e-mails of the account: the newest of all, and those about one object that have failed. */
import type { components } from '../../generated/types.ts'
import { isolated, link, status, text } from '../blocks.ts'
import type { Block, Cell, Tone } from '../blocks.ts'
import { time } from '../lists.ts'
import { pageOf } from '../objectPages.ts'
import type { PageContext } from '../page.ts'
import { emails as texts } from '../texts/emails.ts'

type Email = components['schemas']['Email']

/** How many the settings show. */
const SHOWN = 20

const tones: Record<Email['status'], Tone> = {
  pending: 'plain',
  sending: 'plain',
  sent: 'good',
  failed: 'bad',
}

/** A reason in the reader's language, where it has words for it, with the reply's number. */
function reasonOf({ locale }: PageContext, error: string): string {
  const [, said] = texts[locale].reasons.find(([ours]) => error.includes(ours)) ?? []
  const [, detail] = /^\w+ \(([^)]+)\):/.exec(error) ?? []
  if (said === undefined) return isolated(error)
  return detail === undefined ? said : `${said} (${detail})`
}

function aboutCell({ locale }: PageContext, { type, about }: Email): Cell {
  const said = texts[locale].types[type]
  const page = about === null ? undefined : pageOf(about)
  return page ? link(page, said) : text(said)
}

/** The newest e-mails, where any were recorded. */
export async function emailsSection(context: PageContext): Promise<Block[]> {
  const { call, can, locale, text: shared } = context
  if (!can('listEmails')) return []
  const words = texts[locale]
  const { data } = await call('listEmails', { query: { limit: SHOWN } })
  if (data.length === 0) return []
  const table: Block = {
    kind: 'table',
    caption: words.title,
    isCards: true,
    columns: [words.about, words.to, shared.status, words.created_at, words.reason],
    rows: data.map((email) => [
      aboutCell(context, email),
      text(email.to),
      status(tones[email.status], words.statuses[email.status]),
      time(context, email.created_at),
      text(email.error && reasonOf(context, email.error)),
    ]),
    empty: '',
  }
  const failed = data.filter(({ status: state }) => state === 'failed').length
  const title = failed > 0 ? words.title_failed(failed) : words.title
  return [{ kind: 'details', title, blocks: [table] }]
}

/** A note for each address at which an alert did not arrive. */
export async function undeliveredNotes(context: PageContext): Promise<Block[]> {
  const { locale, undeliveredAlerts } = context
  const words = texts[locale]
  return (await undeliveredAlerts()).map(({ type, recipient, error }) => ({
    kind: 'note',
    tone: 'bad',
    text: words.not_delivered(
      words.types[type],
      isolated(recipient),
      reasonOf(context, error ?? ''),
    ),
    link: { href: '/dashboard/settings', text: words.title },
  }))
}

/** A note for each e-mail about a checkout or a refund that could not be delivered. */
export async function undelivered(context: PageContext, about: string): Promise<Block[]> {
  const { call, can, locale } = context
  if (!can('listEmails')) return []
  const words = texts[locale]
  const { data } = await call('listEmails', { query: { about, limit: SHOWN } })
  return data
    .filter(({ status: state }) => state === 'failed')
    .map(({ type, to, error }) => ({
      kind: 'note',
      tone: 'bad',
      text: words.not_delivered(words.types[type], isolated(to), reasonOf(context, error ?? '')),
    }))
}
