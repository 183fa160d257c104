/** Why a mail failed: a code and our words for the account, the server's words for the operator. */

/** An error that this service has found itself; its message is in our own words. */
export class MailError extends Error {
  override name = 'MailError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An error of nodemailer or of the connection. */
type ServerError = Error & {
  code?: unknown
  command?: string
  responseCode?: number
  response?: string
}

/** By nodemailer's code, and for an envelope by the command that was refused. */
const reasons: Record<string, readonly [code: string, words: string]> = {
  EAUTH: ['login_refused', 'The mail server has refused the login.'],
  'EENVELOPE RCPT TO': ['recipient_refused', 'The mail server has refused the recipient.'],
  'EENVELOPE MAIL FROM': ['sender_refused', 'The mail server has refused the sender.'],
  EENVELOPE: ['recipient_refused', 'The mail server has refused the recipient.'],
  EMESSAGE: ['message_refused', 'The mail server has refused the message.'],
  ETIMEDOUT: ['timed_out', 'The mail server did not answer in time.'],
  EDNS: ['not_reached', 'The name of the mail server was not found.'],
  ECONNECTION: ['not_reached', 'The mail server could not be reached.'],
  ESOCKET: ['not_reached', 'The connection to the mail server failed.'],
  ETLS: ['not_encrypted', 'The mail server offers no encrypted connection.'],
}

const unknown = ['failed', 'The mail could not be handed to the mail server.'] as const

/** A reply's code and its enhanced one (RFC 5321 §4.2, RFC 3463): digits alone are repeated. */
const replyCodes = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?\b/

/** The code of a system call in a message: ECONNREFUSED. */
const systemCode = /\bE[A-Z]{3,20}\b/

function detailOf({ response, responseCode, message }: ServerError): string | undefined {
  const [, reply, enhanced] = replyCodes.exec(response ?? String(responseCode ?? '')) ?? []
  if (reply !== undefined) return [reply, enhanced].filter(Boolean).join(' ')
  return systemCode.exec(message)?.[0]
}

const MAX_SAID_LENGTH = 500

const separators = /([\s<>,;:"']+)/

/** The words of an error as a log may repeat them: without addresses of people. */
const loggable = (text: string): string => {
  const words = text.replaceAll('\0', '\ufffd').split(separators)
  const said = words.map((word) => (word.includes('@') ? '[address]' : word)).join('')
  return [...said].slice(0, MAX_SAID_LENGTH).join('')
}

/** @returns `reason` for the account, and what was `said` for the operator's log */
export function failureOf(error: unknown): { reason: string; said: string } {
  if (!(error instanceof Error)) return { reason: unknown.join(': '), said: '' }
  const said = loggable(error.message)
  if (error instanceof MailError) return { reason: `${error.code}: ${error.message}`, said }
  const { code, command = '' } = error as ServerError
  const [name, words] = reasons[`${code} ${command}`] ?? reasons[String(code)] ?? unknown
  const detail = detailOf(error)
  return { reason: `${name}${detail === undefined ? '' : ` (${detail})`}: ${words}`, said }
}

const REDACTED = '[redacted]'

/**
 * Takes the credentials out of what a server has said, as they are and as SMTP sends them.
 *
 * @param login undefined where the server wants none
 */
export function withoutCredentials<Failure extends Error>(
  error: Failure & { response?: string },
  login: { user: string; pass: string } | undefined,
): Failure {
  if (!login) return error
  const { user, pass } = login
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const plain = [user, pass, encodeURIComponent(user), encodeURIComponent(pass)]
  const sent = [base64(user), base64(pass), base64(`\0${user}\0${pass}`)]
  const secrets = [...sent, ...plain].filter((text) => text !== '')
  const cleaned = (text: string) =>
    secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text)
  error.message = cleaned(error.message)
  if (error.response !== undefined) error.response = cleaned(error.response)
  return error
}
