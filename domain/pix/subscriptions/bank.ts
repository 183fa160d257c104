/** The bank of a subscription, and whether it may be given orders now. */
import type { Transaction } from '../../../db/query.ts'
import { sellerById } from '../../identity/sellerRows.ts'
import type { Recorder } from '../../subscriptions/ports.ts'
import { BankError } from '../bank/provider.ts'
import { connectionById, connectionInUse } from '../connections/bankConnections.ts'
import type { Connection } from '../connections/bankConnections.ts'
import type { RailContext } from '../connections/railContext.ts'
import type { UnknownReply } from '../recurring/port.ts'

/** Context of the work at banks, with the recorder of each change of a subscription. */
export type SubscriptionContext = RailContext & { recorder: (now: Date) => Recorder }

/** @property mayOrder false where nothing new is ordered: cancellations and readings go on */
export type SubscriptionBank = { connection: Connection; mayOrder: boolean }

/**
 * A subscription stays with the bank that authorised it. Where that was disconnected, and the same
 * account at the same bank is connected again, it goes on by the connection in use.
 */
export function* bankOfSubscriptions({
  seller_id,
  connection_id,
}: {
  seller_id: string
  connection_id: string
}): Transaction<SubscriptionBank | undefined> {
  const [own] = yield* connectionById({ seller_id, id: connection_id })
  if (!own) return undefined
  const [inUse] = yield* connectionInUse({ seller_id })
  const [seller] = yield* sellerById({ id: seller_id })
  const connection = inUse && isSameAccount(own, inUse) ? inUse : own
  const mayOrder = seller?.status !== 'suspended' && connection.disconnected_at === null
  return { connection, mayOrder }
}

const isSameAccount = (a: Connection, b: Connection): boolean =>
  a.url === b.url && a.pix_key.toLowerCase() === b.pix_key.toLowerCase()

/** The answer of a bank, unless it is open what it was. @throws BankError */
export function answered<Reply extends { kind: string }>(
  reply: Reply | UnknownReply,
): Exclude<Reply, UnknownReply> {
  if (reply.kind === 'unknown') throw (reply as UnknownReply).error
  return reply as Exclude<Reply, UnknownReply>
}

export const isUnavailable = (error: unknown): error is BankError =>
  error instanceof BankError && error.kind === 'unavailable'
