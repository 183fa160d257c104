/** Asks if a bank takes Pix Automático, and has it send its callbacks about it. */
import { BankError } from '../bank/provider.ts'
import type { PixProvider } from '../bank/provider.ts'
import { periodOf } from '../bank/times.ts'
import { RecurringPort } from './port.ts'
import type { CallbackSubject, RefusalReply, UnknownReply } from './port.ts'

const MINUTE_MS = 60 * 1000

/** `recurring` of a bank connection, but for the account, which no bank is asked about. */
export type RecurringStanding = 'available' | 'not_granted' | 'not_supported' | 'unknown'

/** Scopes without which nothing recurring can be sold. */
const NEEDED = ['payloadlocationrec', 'rec', 'cobr'].flatMap((name) => [
  `${name}.write`,
  `${name}.read`,
])

/** Statuses by which a bank says that it has no such operation. */
const MISSING = new Set([404, 405, 410, 501])

/** A bank that names none of the contract's scopes has names of its own. */
const namesScopes = (granted: string[]): boolean =>
  granted.some((scope) =>
    /^(cob|pix|webhook|rec|cobr|payloadlocationrec)\.(read|write)$/.test(scope),
  )

type StandingBank = Partial<Pick<PixProvider, 'askRecurring' | 'recurringScopes' | 'listTransfers'>>

/** Asks a bank; what is sold and paid at once there does not depend on the answer. */
export async function recurringStanding(bank: StandingBank, now: Date): Promise<RecurringStanding> {
  if (!bank.askRecurring) return 'not_supported'
  try {
    const granted = (await bank.recurringScopes?.())?.split(' ')
    const isLacking =
      granted && namesScopes(granted) && NEEDED.some((one) => !granted.includes(one))
    if (isLacking) return 'not_granted'
    const from = new Date(now.getTime() - MINUTE_MS)
    const query = new URLSearchParams(periodOf({ from, to: now }))
    const { status } = await bank.askRecurring({ method: 'GET', path: `/rec?${query}` })
    if (status < 300) return 'available'
    const isMissing = MISSING.has(status) && (await isAnswering(bank, { from, to: now }))
    return isMissing ? 'not_supported' : 'unknown'
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return isDenial(error) ? 'not_granted' : 'unknown'
  }
}

/**
 * True when a bank answers about ordinary Pix: a gateway whose bank is away answers 404 to
 * everything.
 *
 * @throws BankError
 */
async function isAnswering(bank: StandingBank, within: { from: Date; to: Date }): Promise<boolean> {
  return (await bank.listTransfers?.({ ...within, page: 0 })) !== undefined
}

/** True when the bank refuses the scopes, or what is asked under them. */
const isDenial = ({ status = 0 }: BankError): boolean => [400, 401, 403].includes(status)

/** `refused` also where another program's address stands: it is one for the whole account. */
export type CallbackStanding = 'registered' | 'refused' | 'unknown'

const subjects = ['rec', 'cobr'] as const satisfies CallbackSubject[]

/**
 * Has both kinds of callbacks sent to an address, unless another one stands there. The bank adds
 * `/rec` and `/cobr` to it.
 */
export async function registerRecurringCallbacks(
  bank: Pick<PixProvider, 'askRecurring'>,
  webhookUrl: string,
): Promise<CallbackStanding> {
  const port = new RecurringPort(bank)
  const standings: CallbackStanding[] = []
  for (const subject of subjects) standings.push(await registerOne(port, subject, webhookUrl))
  return standings.find((one) => one !== 'registered') ?? 'registered'
}

async function registerOne(
  port: RecurringPort,
  subject: CallbackSubject,
  webhookUrl: string,
): Promise<CallbackStanding> {
  const known = await port.readCallbackAddress(subject)
  if (known.kind === 'done') return known.value === webhookUrl ? 'registered' : 'refused'
  if (known.kind !== 'absent') return standingAfter(known)
  const made = await port.setCallbackAddress(subject, webhookUrl)
  return made.kind === 'done' ? 'registered' : standingAfter(made)
}

const standingAfter = (reply: RefusalReply | UnknownReply): CallbackStanding =>
  reply.kind === 'refused' || isDenial(reply.error) ? 'refused' : 'unknown'
