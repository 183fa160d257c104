/** The bank that the seller is paid through, and when its certificate ends. */
import type { components } from '../../generated/types.ts'
import { code, text } from '../blocks.ts'
import type { Block } from '../blocks.ts'
import { time } from '../lists.ts'
import type { Page, PageContext } from '../page.ts'
import { bank as texts } from '../texts/bank.ts'

type Connection = components['schemas']['BankConnection']

/** Long enough to get another certificate from a bank. */
const NOTICE_MS = 30 * 24 * 60 * 60 * 1000

function factsOf(context: PageContext, connection: Connection): Block {
  const own = texts[context.locale]
  const { certificate } = connection
  return {
    kind: 'facts',
    facts: [
      { label: own.provider, cell: text(own.bacen) },
      { label: own.url, cell: text(connection.url) },
      { label: own.token_url, cell: text(connection.token_url) },
      { label: own.client_id, cell: code(connection.client_id) },
      { label: own.pix_key, cell: code(connection.pix_key) },
      { label: own.city, cell: text(connection.city) },
      { label: own.callback_url, cell: code(connection.callback_url) },
      { label: own.certificate, cell: text(certificate?.subject ?? null) },
      { label: own.valid_to, cell: time(context, certificate?.valid_to ?? null) },
      { label: own.fingerprint, cell: code(certificate?.fingerprint_sha256 ?? null) },
      { label: own.connected_at, cell: time(context, connection.connected_at) },
    ],
  }
}

/** Says when the certificate has ended, or is about to. */
function noticeOf({ locale, now }: PageContext, { certificate }: Connection): Block[] {
  if (!certificate) return []
  const leftMs = Date.parse(certificate.valid_to) - now.getTime()
  if (leftMs > NOTICE_MS) return []
  const own = texts[locale]
  return leftMs > 0
    ? [{ kind: 'note', tone: 'warn', text: own.ends_soon }]
    : [{ kind: 'note', tone: 'bad', text: own.ended }]
}

export const bankPage: Page = {
  path: '/dashboard/bank',
  async draw(context) {
    const { call, locale, session } = context
    const own = texts[locale]
    const connection = await call('getBankConnection')
    const commands = ['connect', 'renew', 'disconnect'].map(
      (name) => `npx balcao psp ${name} --seller ${session.seller.id} …`,
    )
    return {
      name: 'bank',
      title: own.title,
      blocks: [
        ...(connection.provider === 'sandbox'
          ? [{ kind: 'note', tone: 'plain', text: own.sandbox } as const]
          : [...noticeOf(context, connection), factsOf(context, connection)]),
        { kind: 'code', label: own.how, text: commands.join('\n') },
      ],
    }
  },
}
