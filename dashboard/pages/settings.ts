/** The account, the language, and the signed-in person's own passkeys and sessions. */
import type { components } from '../../generated/types.ts'
import { formatTime, languages } from '../../domain/formats/locale.ts'
import type { OwnSession } from '../../domain/people/people.ts'
import { id, status, text } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import { time } from '../lists.ts'
import type { Page, PageContext } from '../page.ts'
import { emailsSection } from './emails.ts'
import { ownSettingsActions, ownSettingsBlocks } from './ownSettings.ts'
import { settings as texts } from '../texts/settings.ts'

type Passkey = components['schemas']['Passkey']

/** Where `ownPasskeys.ts` answers. */
export const ADD_PASSKEY = '/dashboard/settings/passkeys'
export const END_OTHER_SESSIONS = '/dashboard/settings/end-other-sessions'
export const END_SESSION = '/dashboard/settings/sessions'

function accountFacts(context: PageContext): Block {
  const { locale, session, mode, text: shared } = context
  const words = texts[locale]
  const { seller } = session
  return {
    kind: 'facts',
    facts: [
      { label: words.seller, cell: text(seller.name) },
      { label: words.currency, cell: text(seller.default_currency) },
      { label: words.mode, cell: status(mode === 'live' ? 'good' : 'warn', words.modes[mode]) },
      { label: shared.identifier, cell: id(seller.id) },
    ],
  }
}

function personFacts(context: PageContext): Block {
  const { locale, session, text: shared } = context
  const words = texts[locale]
  const { user, created_at, expires_at } = session
  return {
    kind: 'facts',
    facts: [
      { label: words.email, cell: text(user.email) },
      { label: words.role, cell: text(shared.roles[user.role]) },
      { label: words.signed_in_at, cell: time(context, created_at) },
      { label: words.session_ends_at, cell: time(context, expires_at) },
    ],
  }
}

function passkeysTable(context: PageContext, passkeys: Passkey[]): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  return {
    kind: 'table',
    caption: words.passkeys,
    columns: [words.passkey, words.last_used_at, shared.created_at],
    rows: passkeys.map((passkey) => [
      text(passkey.name),
      time(context, passkey.last_used_at),
      time(context, passkey.created_at),
    ]),
    empty: words.no_passkeys,
  }
}

/** The person's sessions, each but this one with a form that ends it. */
function sessionBlocks(context: PageContext, sessions: OwnSession[]): Block[] {
  const { locale, text: shared } = context
  const words = texts[locale]
  const nameOf = ({ device }: OwnSession) => device ?? words.unknown_device
  const table: Block = {
    kind: 'table',
    caption: words.sessions,
    columns: [
      words.device,
      words.signed_in_at,
      words.last_used_at,
      words.session_ends_at,
      shared.status,
    ],
    rows: sessions.map((session) => [
      text(nameOf(session)),
      time(context, session.created_at),
      time(context, session.last_used_at),
      time(context, session.expires_at),
      session.isThisOne ? status('good', words.this_session) : text(null),
    ]),
    empty: '',
  }
  const forms = sessions
    .filter(({ isThisOne }) => !isThisOne)
    .map(
      (session): Block => ({
        kind: 'form',
        action: `${END_SESSION}/${session.id}/end`,
        title: `${nameOf(session)} · ${formatTime(locale, session.created_at)}`,
        fields: [],
        submit: words.end_session.submit,
      }),
    )
  return [table, ...forms]
}

export const settingsPage: Page = {
  path: '/dashboard/settings',
  async draw(context) {
    const { call, can, locale, session, ownSessions } = context
    const words = texts[locale]
    const path = { userId: session.user.id }
    const user = can('getUser') ? await call('getUser', { path }) : undefined
    const { add, end_others } = words
    const ofSeller = await ownSettingsBlocks(context)
    return {
      name: 'settings',
      title: words.title,
      blocks: [
        { kind: 'section', title: words.account, blocks: [accountFacts(context)] },
        ...ofSeller,
        ...(await emailsSection(context)),
        {
          kind: 'section',
          title: words.language,
          blocks: [
            {
              kind: 'links',
              links: languages.map(({ locale: lang, name }) => ({
                href: `/dashboard/settings?lang=${lang}`,
                text: name,
                isPrimary: lang === locale,
              })),
            },
          ],
        },
        { kind: 'section', title: words.you, blocks: [personFacts(context)] },
        ...(user
          ? [
              {
                kind: 'section' as const,
                title: words.passkeys,
                blocks: [passkeysTable(context, user.passkeys)],
              },
            ]
          : []),
        {
          kind: 'form',
          action: ADD_PASSKEY,
          title: add.title,
          text: add.text,
          fields: [],
          submit: add.submit,
        },
        {
          kind: 'section',
          title: words.sessions,
          blocks: sessionBlocks(context, await ownSessions()),
        },
        {
          kind: 'form',
          action: END_OTHER_SESSIONS,
          title: end_others.title,
          text: end_others.text,
          fields: [],
          submit: end_others.submit,
        },
      ],
    }
  },
}

export const settingsActions = ownSettingsActions(settingsPage)
