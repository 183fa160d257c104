import type { Command } from 'commander'
import { sellerById } from '../../domain/identity/sellerRows.ts'
import { BEFORE_ALL_MAILS, LISTED_MAILS, mailsOf } from '../../domain/mail/rows.ts'
import type { Mail } from '../../domain/mail/rows.ts'
import { createSendMail } from '../../domain/mail/smtp.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { noSeller, printing, CommandError, withStore } from './command.ts'
import { ofSeller } from './sellerOption.ts'

const shown = ({ id, type, recipient, status, error, created_at, sent_at }: Mail) => ({
  id,
  type,
  to: recipient,
  // A claimed mail is being sent, and may or may not have left.
  status: status === 'claimed' ? 'sending' : status,
  error,
  created_at,
  sent_at,
})

const list = ({ seller }: { seller: string }) =>
  withStore(async ({ db }) => {
    const [sellerRow] = await db.read(() => sellerById({ id: seller }))
    if (!sellerRow) throw noSeller(seller)
    const page = { seller_id: seller, before: BEFORE_ALL_MAILS, limit: LISTED_MAILS }
    const mails = await db.read(() => mailsOf(page))
    return { value: mails.map(shown) }
  })

async function testOne({ to }: { to: string }) {
  const { mailServer, baseUrl } = readEnvironment(process.env)
  if (!mailServer) throw new CommandError('No mail is sent: SMTP_URL and MAIL_FROM are not set.')
  const text = `This service, ${baseUrl}, can send mail.`
  const message = {
    fromName: null,
    accountName: 'Balcão',
    to,
    replyTo: null,
    subject: 'Balcão: e-mail de teste · test e-mail',
    text,
    html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
    logo: null,
  }
  try {
    await createSendMail(mailServer)(message, new AbortController().signal)
  } catch (error) {
    const { message: why } = error as Error
    throw new CommandError(`The mail was not sent: ${why}`, { cause: error })
  }
  return { value: { to, status: 'sent' } }
}

export function addEmails(program: Command): void {
  const emails = program.command('emails').description('The mails to buyers and to the team.')
  ofSeller(emails.command('list'))
    .description(`List the newest ${LISTED_MAILS} mails of a seller, newest first.`)
    .action(printing(list))
  emails
    .command('test')
    .description('Send a test mail through SMTP_URL, and print how the server responded.')
    .requiredOption('--to <address>', 'the address')
    .action(printing(testOne))
}
