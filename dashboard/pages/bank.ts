/** The bank that the seller is paid through: what is known of it, and the forms that change it. */
import type { components } from '../../generated/types.ts'
import { code, isolated, status, text } from '../blocks.ts'
import type { Block, Field, FormBlock } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import { time } from '../lists.ts'
import { action } from '../page.ts'
import type { Page, PageContext, View } from '../page.ts'
import { bank as texts } from '../texts/bank.ts'

type Connection = components['schemas']['BankConnection']
type BankTest = components['schemas']['BankTest']

const PAGE = '/dashboard/bank'

/** Long enough to get another certificate from a bank. */
const NOTICE_MS = 30 * 24 * 60 * 60 * 1000

type NoteBlock = Extract<Block, { kind: 'note' }>

const isConnected = ({ provider }: Connection) => provider === 'bacen'

function factsOf(context: PageContext, connection: Connection): Block {
  const own = texts[context.locale]
  const { certificate } = connection
  const isAnswering = connection.health === 'answering'
  const health = status(isAnswering ? 'good' : 'bad', own[connection.health ?? 'answering'])
  return {
    kind: 'facts',
    facts: [
      { label: own.provider, cell: text(own.bacen) },
      { label: own.profile, cell: code(connection.profile) },
      { label: own.health, cell: health },
      { label: own.url, cell: text(connection.url) },
      { label: own.token_url, cell: text(connection.token_url) },
      { label: own.client_id, cell: code(connection.client_id) },
      { label: own.pix_key, cell: code(connection.pix_key) },
      { label: own.city, cell: text(connection.city) },
      { label: own.callback_url, cell: code(connection.callback_url) },
      { label: own.callbacks, cell: text(own.callbacks_are[connection.callbacks ?? 'none']) },
      { label: own.granted_scopes, cell: text(connection.granted_scopes?.join(' ') ?? null) },
      { label: own.certificate, cell: text(certificate?.subject ?? null) },
      { label: own.valid_to, cell: time(context, certificate?.valid_to ?? null) },
      { label: own.fingerprint, cell: code(certificate?.fingerprint_sha256 ?? null) },
      { label: own.connected_at, cell: time(context, connection.connected_at) },
    ],
  }
}

/** What needs attention: no bank, a silent one, what it does not do, the end of the certificate. */
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

/** What is known is filled in; secrets and files are asked for again. */
function connectForm({ locale }: PageContext, connection: Connection): FormBlock {
  const own = texts[locale]
  const { form } = own
  const field = (name: 'url' | 'token_url' | 'client_id' | 'pix_key' | 'city'): Field => ({
    name,
    label: own[name],
    type: name === 'url' || name === 'token_url' ? 'url' : 'text',
    value: connection[name] ?? '',
    required: name !== 'city',
  })
  const file = (name: 'certificate' | 'private_key' | 'authority'): Field => ({
    name,
    label: form[name],
    type: 'file',
    required: name !== 'authority',
  })
  return {
    kind: 'form',
    action: PAGE,
    title: isConnected(connection) ? form.change : form.connect,
    text: form.text,
    fields: [
      field('url'),
      field('token_url'),
      field('client_id'),
      { name: 'client_secret', label: form.client_secret, type: 'password', required: true },
      file('certificate'),
      file('private_key'),
      file('authority'),
      field('pix_key'),
      field('city'),
      {
        name: 'callbacks',
        label: form.callbacks,
        type: 'select',
        options: [
          { value: '', label: form.as_it_is },
          { value: 'required', label: form.required },
          { value: 'optional', label: form.optional },
        ],
      },
    ],
    submit: form.submit,
  }
}

function formsOf(context: PageContext, connection: Connection): Block[] {
  const { test, disconnect, only_owner } = texts[context.locale]
  if (!context.can('connectBank')) return [{ kind: 'note', tone: 'plain', text: only_owner }]
  const fields: Field[] = []
  const whenConnected: Block[] = [
    { kind: 'form', action: `${PAGE}/test`, ...test, fields },
    { kind: 'form', action: `${PAGE}/disconnect`, ...disconnect, fields, isDangerous: true },
  ]
  return [connectForm(context, connection), ...(isConnected(connection) ? whenConnected : [])]
}

export const bankPage: Page = {
  path: PAGE,
  async draw(context) {
    const own = texts[context.locale]
    const connection = await context.call('getBankConnection')
    const { provider } = connection
    const known: Block[] = bankNotices(context, connection)
    if (provider === 'sandbox')
      known.push({ kind: 'note', tone: 'plain', text: own.without.sandbox })
    if (provider === 'bacen') known.push(factsOf(context, connection))
    return {
      name: 'bank',
      title: own.title,
      blocks: [...known, ...formsOf(context, connection)],
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
              { label: own.test.scopes, cell: text(scopes.join(' ')) },
              { label: own.test.webhook, cell: code(webhook_url) },
              { label: own.callback_url, cell: code(callback_url) },
            ],
          },
        ]
      : [
          { kind: 'note', tone: 'bad', text: own.test[outcome] },
          { kind: 'code', label: own.test.problem, text: problem ?? '' },
        ]
  const links = [{ href: PAGE, text: own.title }]
  return { name: 'bank', title: own.test.result, blocks: [...found, { kind: 'links', links }] }
}

export const bankActions = [
  action<'connectBank'>({
    path: PAGE,
    operation: 'connectBank',
    confirm: ({ locale }, form) =>
      texts[locale].confirm(
        isolated(lastValue(form, 'url') ?? ''),
        isolated(lastValue(form, 'pix_key') ?? ''),
      ),
    done: () => ({ to: PAGE, done: 'bank_connected' }),
    page: bankPage,
  }),
  action<'testBankConnection'>({
    path: `${PAGE}/test`,
    operation: 'testBankConnection',
    confirm: ({ locale }) => texts[locale].test.confirm,
    done: testView,
    page: bankPage,
  }),
  action<'disconnectBank'>({
    path: `${PAGE}/disconnect`,
    operation: 'disconnectBank',
    confirm: ({ locale }) => texts[locale].disconnect.confirm,
    done: () => ({ to: PAGE, done: 'bank_disconnected' }),
    page: bankPage,
  }),
]
