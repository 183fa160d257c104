/** The operator's mail server: one connection for each mail, ended when it takes too long. */
import type Composer from 'nodemailer/lib/mail-composer'
import type Connection from 'nodemailer/lib/smtp-connection'
import type { MailServer } from '../../runtime/environment.ts'
import { asciiMailbox } from '../../runtime/mailbox.ts'
import { outgoingTls } from '../../runtime/nodeHttp.ts'
import { MailError, withoutCredentials } from './failure.ts'

/** A mail as it is sent. */
export type Message = {
  /** The shop's own name, beside the sender's address. */
  fromName: string | null
  /** The account's, where the shop has none and MAIL_FROM none either. */
  accountName: string
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  logo: { content_type: string; bytes: Buffer } | null
}

/** @throws MailError, or an error with what the server said without our credentials */
export type SendMail = (message: Message, signal: AbortSignal) => Promise<void>

/** Time limits of one step of the conversation, and of all of it. */
const limits = { stepMs: 15_000, wholeMs: 60_000 }

/** Content-ID of the logo, as the HTML names it; a reader's program fetches nothing for it. */
export const LOGO_CID = 'logo@balcao'

const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu

/** A text as a header may have it. */
const oneLine = (text: string): string => text.replaceAll(lineBreaks, ' ').trim()

const isThisMachine = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)

/**
 * How the server is spoken to. Beyond this machine it is always by TLS with a valid certificate;
 * here one that no authority knows is better than none (RFC 7435 §3).
 */
function optionsOf({ url, clientName }: MailServer, { stepMs }: typeof limits) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(username)
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    name: clientName,
    requireTLS: !secure && !isThisMachine(hostname),
    tls: { ...outgoingTls(), rejectUnauthorized: !isThisMachine(hostname) },
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    login: user === '' ? undefined : { user, pass: decodeURIComponent(password) },
  }
}

/** The whole message, with its headers. */
async function composed(message: Message, { from, fromName }: MailServer): Promise<Buffer> {
  const { default: MailComposer } = (await import('nodemailer/lib/mail-composer')) as unknown as {
    default: typeof Composer
  }
  const { logo, replyTo } = message
  const composer = new MailComposer({
    from: { name: oneLine(message.fromName ?? fromName ?? message.accountName), address: from },
    to: { name: '', address: message.to },
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    // No answer of a machine to it (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(logo && {
      attachments: [
        { content: logo.bytes, contentType: logo.content_type, filename: 'logo', cid: LOGO_CID },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

type Steps = { connection: Connection; login: { user: string; pass: string } | undefined }

const connectionEnded = () =>
  new MailError('connection_ended', 'The connection to the mail server has ended.')

/** Speaks with the server, from its greeting to its word that it has taken the mail. */
async function deliver(
  { connection, login }: Steps,
  envelope: { from: string; to: string },
  bytes: Buffer,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(connectionEnded()))
  })
  const step = (run: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve()))),
    ])
  // A connection that ends after the mail was taken is no failure.
  failed.catch(() => undefined)
  await step((done) => connection.connect(done))
  if (login) await step((done) => connection.login({ credentials: login }, done))
  await step((done) =>
    connection.send({ from: envelope.from, to: [envelope.to] }, bytes, (error) => done(error)),
  )
}

/** An error of the conversation; one that a wrong scheme of the address causes says so. */
function explained(error: Error & { timeoutType?: string; command?: string }): Error {
  const isSilent = /^(GREETING|SOCKET)_TIMEOUT$/.test(error.timeoutType ?? '')
  if (isSilent && error.command === 'CONN') {
    const hint = 'A port that speaks TLS first, as 465 does, needs smtps:// in SMTP_URL.'
    return new MailError('no_greeting', `The mail server sent no greeting. ${hint}`, {
      cause: error,
    })
  }
  if (/wrong version number/i.test(error.message)) {
    const hint = 'A port that begins without TLS, as 587 does, needs smtp:// in SMTP_URL.'
    return new MailError('no_tls', `The mail server did not speak TLS. ${hint}`, { cause: error })
  }
  return error
}

const stopped = () => new MailError('stopped', 'The service stopped while it was being sent.')

/** Makes the function that sends. Nothing is repeated, and no connection is kept. */
export function createSendMail(server: MailServer, { stepMs, wholeMs } = limits): SendMail {
  const { login, ...options } = optionsOf(server, { stepMs, wholeMs })
  return async (message, signal) => {
    const to = asciiMailbox(message.to)
    if (to === null) {
      throw new MailError('invalid_address', 'The address is none that mail can be sent to.')
    }
    const { default: SmtpConnection } = (await import(
      'nodemailer/lib/smtp-connection'
    )) as unknown as { default: typeof Connection }
    const bytes = await composed(message, server)
    signal.throwIfAborted()
    const connection = new SmtpConnection(options)
    const late = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)])
    const ended = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => {
        const took = `The mail server took more than ${wholeMs / 1000} s.`
        reject(signal.aborted ? stopped() : new MailError('timed_out', took))
      })
    })
    ended.catch(() => undefined)
    try {
      const envelope = { from: server.from, to }
      await Promise.race([deliver({ connection, login }, envelope, bytes), ended])
      connection.quit()
    } catch (error) {
      throw withoutCredentials(explained(error as Error), login)
    } finally {
      connection.close()
    }
  }
}
