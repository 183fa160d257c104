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

type Connection = components['schemas']['BankConnection']
type BankTest = components['schemas']['BankTest']

/** Long enough to get another certificate from a bank. */
const NOTICE_MS = 30 * 24 * 60 * 60 * 1000

type NoteBlock = Extract<Block, { kind: 'note' }>

const isConnected = ({ provider }: Connection) => provider === 'bacen'

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
  const own = texts[context.locale]
  const { certificate } = connection
  const isAnswering = connection.health === 'answering'
  const health = status(isAnswering ? 'good' : 'bad', own[connection.health ?? 'answering'])
  const profile = profiles.find(({ name }) => name === connection.profile)
  const bank = profile ? titleOf(context, profile) : (connection.profile ?? '')
  return [
    {
      kind: 'facts',
      facts: [
        { label: own.title, cell: text(bank) },
        { label: own.health, cell: health },
        { label: own.pix_key, cell: text(connection.pix_key) },
        { label: own.city, cell: text(connection.city) },
        { label: own.callbacks, cell: text(own.callbacks_are[connection.callbacks ?? 'none']) },
        { label: own.granted_scopes, cell: permitted(context, connection.granted_scopes) },
        ...(certificate
          ? [{ label: own.valid_to, cell: time(context, certificate.valid_to) }]
          : []),
        { label: own.connected_at, cell: time(context, connection.connected_at) },
      ],
    },
    { kind: 'details', title: own.technical, blocks: [technicalFacts(context, connection)] },
  ]
}

function technicalFacts({ locale }: PageContext, connection: Connection): Block {
  const own = texts[locale]
  const { certificate } = connection
  return {
    kind: 'facts',
    facts: [
      { label: own.profile, cell: code(connection.profile) },
      { label: own.url, cell: code(connection.url) },
      { label: own.token_url, cell: code(connection.token_url) },
      { label: own.client_id, cell: code(connection.client_id) },
      { label: own.callback_url, cell: code(connection.callback_url) },
      ...(certificate
        ? [
            { label: own.certificate, cell: text(certificate.subject) },
            { label: own.fingerprint, cell: code(certificate.fingerprint_sha256) },
          ]
        : []),
    ],
  }
}

/** Warnings: no bank, no answer, features that it lacks, and the end of the certificate. */
export function bankNotices({ locale, now }: PageContext, connection: Connection): NoteBlock[] {
  const own = texts[locale]
  const { certificate, health, provider } = connection
  const notices: NoteBlock[] = []
  if (provider === 'none') notices.push({ kind: 'note', tone: 'bad', text: own.without.none })
  if (health === 'not_answering') {
    notices.push({ kind: 'note', tone: 'bad', text: own.silent })
  }
  for (const { code: warning } of connection.warnings) {
    if (warning === 'certificate_ends') continue
    const tone = warning === 'callbacks_refused' ? 'plain' : 'warn'
    notices.push({ kind: 'note', tone, text: own.warnings[warning] })
  }
  if (!certificate) return notices
  const leftMs = Date.parse(certificate.valid_to) - now.getTime()
  if (leftMs <= 0) notices.push({ kind: 'note', tone: 'bad', text: own.ended })
  else if (leftMs <= NOTICE_MS) notices.push({ kind: 'note', tone: 'warn', text: own.ends_soon })
  return notices
}

/** The banks by name, each leading to its form. */
function chooser(context: PageContext, profiles: readonly Profile[], chosen?: string) {
  const last = (one: Profile) => Number(one.url === null)
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
  const chosen = profiles.find((one) => one.name === name)
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
    const own = texts[context.locale]
    const [connection, { data: profiles }] = await Promise.all([
      context.call('getBankConnection'),
      context.call('listBankProfiles'),
    ])
    const { provider } = connection
    const known: Block[] = bankNotices(context, connection)
    if (provider === 'sandbox') {
      known.push({ kind: 'note', tone: 'plain', text: own.without.sandbox })
    }
    if (provider === 'bacen') known.push(...factsOf(context, connection, profiles))
    return {
      name: 'bank',
      title: own.title,
      blocks: [...known, ...formsOf(context, connection, profiles)],
    }
  },
}

function testView(test: BankTest, context: PageContext): View {
  const own = texts[context.locale]
  const { status: outcome, problem, scopes, webhook_url, callback_url } = test
  const isHere = webhook_url === callback_url
  const found: Block[] =
    outcome === 'working'
      ? [
          { kind: 'note', tone: isHere ? 'good' : 'bad', text: own.test[isHere ? 'here' : 'away'] },
          {
            kind: 'facts',
            facts: [
              { label: own.test.scopes, cell: permitted(context, scopes) },
              { label: own.test.webhook, cell: code(webhook_url) },
              { label: own.callback_url, cell: code(callback_url) },
            ],
          },
        ]
      : [
          { kind: 'note', tone: 'bad', text: own.test[outcome] },
          { kind: 'note', tone: 'plain', text: bankReason(context.locale, problem ?? '') },
        ]
  const links = [{ href: BANK, text: own.title }]
  return { name: 'bank', title: own.test.result, blocks: [...found, { kind: 'links', links }] }
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
    confirm: ({ locale }) => texts[locale].disconnect.confirm,
    done: () => ({ to: BANK, done: 'bank_disconnected' }),
    page: bankPage,
  }),
]
