/** The bank that the seller is paid through: what is known of it, and the forms that change it. */
import type { components } from '../../generated/types.ts'
import { code, isolated, section, status, text } from '../blocks.ts'
import type { Block, Cell, Field } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import { time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { bank as texts } from '../texts/bank.ts'
import { bankReason } from '../texts/bankReasons.ts'
import { BANK, checkConnectForm, connectForm, connectInput, titleOf } from './bankForm.ts'
import type { Profile } from './bankForm.ts'
import { sellingInWords } from './subscriptionParts.ts'

type Connection = components['schemas']['BankConnection']
type BankTest = components['schemas']['BankTest']

/** Long enough to get another certificate from a bank. */
const NOTICE_MS = 30 * 24 * 60 * 60 * 1000

type NoteBlock = Extract<Block, { kind: 'note' }>

const isConnected = ({ profile }: Connection) => profile !== null

function accountText({ locale }: PageContext, { account }: Connection): string {
  const { account_types, account_in_words } = texts[locale]
  return account
    ? account_in_words(account_types[account.type], account.branch, account.number)
    : ''
}

/** Permissions in words; a scope without words of ours is shown as the bank names it. */
function permitted({ locale }: PageContext, scopes: readonly string[] | null): Cell {
  const { permits } = texts[locale]
  const words = (scopes ?? []).map((scope) => permits[scope] ?? scope)
  return text([...new Set(words)].join(' · '))
}

function factsOf(
  context: PageContext,
  connection: Connection,
  profiles: readonly Profile[],
): Block[] {
  const words = texts[context.locale]
  const { certificate } = connection
  const isAnswering = connection.health === 'answering'
  const health = status(isAnswering ? 'good' : 'bad', words[connection.health ?? 'answering'])
  const profile = profiles.find(({ name }) => name === connection.profile)
  const bank = profile ? titleOf(context, profile) : (connection.profile ?? '')
  return [
    {
      kind: 'facts',
      facts: [
        { label: words.title, cell: text(bank) },
        { label: words.health, cell: health },
        { label: words.pix_key, cell: text(connection.pix_key) },
        { label: words.city, cell: text(connection.city) },
        { label: words.callbacks, cell: text(words.callbacks_are[connection.callbacks ?? 'none']) },
        { label: words.granted_scopes, cell: permitted(context, connection.granted_scopes) },
        { label: words.account, cell: text(accountText(context, connection)) },
        {
          label: words.recurring,
          cell: text(sellingInWords(context, connection.recurring)),
        },
        ...(certificate
          ? [{ label: words.valid_to, cell: time(context, certificate.valid_to) }]
          : []),
        { label: words.connected_at, cell: time(context, connection.connected_at) },
      ],
    },
    { kind: 'details', title: words.technical, blocks: [technicalFacts(context, connection)] },
  ]
}

function technicalFacts({ locale }: PageContext, connection: Connection): Block {
  const words = texts[locale]
  const { certificate } = connection
  return {
    kind: 'facts',
    facts: [
      { label: words.profile, cell: code(connection.profile) },
      { label: words.url, cell: code(connection.url) },
      { label: words.token_url, cell: code(connection.token_url) },
      { label: words.client_id, cell: code(connection.client_id) },
      { label: words.callback_url, cell: code(connection.callback_url) },
      ...(certificate
        ? [
            { label: words.certificate, cell: text(certificate.subject) },
            { label: words.fingerprint, cell: code(certificate.fingerprint_sha256) },
          ]
        : []),
    ],
  }
}

/** True of a warning about Pix Automático to a seller without subscriptions: a fact says it. */
const isIdle = ({ active_subscriptions }: Connection, warning: string): boolean =>
  warning.startsWith('recurring_') && !active_subscriptions

/** Warnings: no bank, no answer, features that it lacks, and the end of the certificate. */
export function bankNotices({ locale, now }: PageContext, connection: Connection): NoteBlock[] {
  const words = texts[locale]
  const { certificate, health, provider } = connection
  const notices: NoteBlock[] = []
  if (provider === 'none') notices.push({ kind: 'note', tone: 'bad', text: words.without.none })
  if (health === 'not_answering') {
    notices.push({ kind: 'note', tone: 'bad', text: words.silent })
  }
  for (const { code: warning } of connection.warnings) {
    if (warning === 'certificate_ends' || isIdle(connection, warning)) continue
    const tone = warning.endsWith('callbacks_refused') ? 'plain' : 'warn'
    notices.push({ kind: 'note', tone, text: words.warnings[warning] })
  }
  if (!certificate) return notices
  const leftMs = Date.parse(certificate.valid_to) - now.getTime()
  if (leftMs <= 0) notices.push({ kind: 'note', tone: 'bad', text: words.ended })
  else if (leftMs <= NOTICE_MS) notices.push({ kind: 'note', tone: 'warn', text: words.ends_soon })
  return notices
}

/** The banks by name, each leading to its form. */
function chooser(context: PageContext, profiles: readonly Profile[], chosen?: string) {
  const last = (profile: Profile) => Number(profile.url === null)
  const inOrder = profiles.toSorted(
    (a, b) => last(a) - last(b) || titleOf(context, a).localeCompare(titleOf(context, b), 'pt-BR'),
  )
  return {
    kind: 'choices' as const,
    choices: inOrder.map((profile) => ({
      href: `${BANK}?profile=${profile.name}`,
      text: titleOf(context, profile),
      isCurrent: profile.name === chosen,
    })),
  }
}

/** The bank that was chosen, else the one that is connected. */
function profileIn({ query, form }: PageContext, connection: Connection): string | null {
  const posted = form && lastValue(form, 'profile')
  return posted ?? query['profile'] ?? connection.profile
}

function formsOf(
  context: PageContext,
  connection: Connection,
  profiles: readonly Profile[],
): Block[] {
  const { test, disconnect, only_owner, choose } = texts[context.locale]
  if (!context.can('connectBank')) return [{ kind: 'note', tone: 'plain', text: only_owner }]
  const name = profileIn(context, connection)
  const chosen = profiles.find((candidate) => candidate.name === name)
  const banks = chooser(context, profiles, chosen?.name)
  const forms: Block[] = chosen
    ? [
        connectForm(context, chosen, connection),
        { kind: 'details', title: choose.other, blocks: [banks] },
      ]
    : [section(choose.title, { ...banks, text: choose.text })]
  if (!isConnected(connection)) return forms
  const fields: Field[] = []
  return [
    { kind: 'form', action: `${BANK}/test`, ...test, fields },
    ...forms,
    { kind: 'form', action: `${BANK}/disconnect`, ...disconnect, fields, isDangerous: true },
  ]
}

export const bankPage: Page = {
  path: BANK,
  async draw(context) {
    const words = texts[context.locale]
    const [connection, { data: profiles }] = await Promise.all([
      context.call('getBankConnection'),
      context.call('listBankProfiles'),
    ])
    const { provider } = connection
    const notices: Block[] = bankNotices(context, connection)
    if (provider === 'sandbox') {
      notices.push({ kind: 'note', tone: 'plain', text: words.without.sandbox })
    }
    if (isConnected(connection)) notices.push(...factsOf(context, connection, profiles))
    return {
      name: 'bank',
      title: words.title,
      blocks: [...notices, ...formsOf(context, connection, profiles)],
    }
  },
}

function testView(test: BankTest, context: PageContext): View {
  const words = texts[context.locale]
  const { status: outcome, problem, scopes, webhook_url, callback_url } = test
  const isHere = webhook_url === callback_url
  const blocks: Block[] =
    outcome === 'working'
      ? [
          {
            kind: 'note',
            tone: isHere ? 'good' : 'bad',
            text: words.test[isHere ? 'here' : 'away'],
          },
          {
            kind: 'facts',
            facts: [
              { label: words.test.scopes, cell: permitted(context, scopes) },
              { label: words.test.webhook, cell: code(webhook_url) },
              { label: words.callback_url, cell: code(callback_url) },
            ],
          },
        ]
      : [
          { kind: 'note', tone: 'bad', text: words.test[outcome] },
          { kind: 'note', tone: 'plain', text: bankReason(context.locale, problem ?? '') },
        ]
  const links = [{ href: BANK, text: words.title }]
  return { name: 'bank', title: words.test.result, blocks: [...blocks, { kind: 'links', links }] }
}

export const bankActions = [
  action<'connectBank'>({
    path: BANK,
    operation: 'connectBank',
    input: connectInput,
    check: checkConnectForm,
    confirm: async (context, form) => {
      const { data: profiles } = await context.call('listBankProfiles')
      const profile = profiles.find(({ name }) => name === lastValue(form, 'profile'))
      const title = profile ? titleOf(context, profile) : ''
      const key = isolated(lastValue(form, 'pix_key') ?? '')
      return texts[context.locale].confirm(isolated(title), key)
    },
    done: () => ({ to: BANK, done: 'bank_connected' }),
    page: bankPage,
  }),
  action<'testBankConnection'>({
    path: `${BANK}/test`,
    operation: 'testBankConnection',
    confirm: ({ locale }) => texts[locale].test.confirm,
    done: testView,
    page: bankPage,
  }),
  action<'disconnectBank'>({
    path: `${BANK}/disconnect`,
    operation: 'disconnectBank',
    confirm: async (context) => {
      const { active_subscriptions } = await context.call('getBankConnection')
      return texts[context.locale].disconnect.confirm(active_subscriptions ?? 0)
    },
    done: () => ({ to: BANK, done: 'bank_disconnected' }),
    page: bankPage,
  }),
]
