/** The part of the port through which a bank takes requests of Pix Automático. */

/** A request of the Central Bank's contract. */
export type RecurringCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** With its query, under the address of the bank's API. */
  path: string
  body?: object
  /** It goes out once, on a connection of its own. */
  kind?: 'order'
  /** It concerns callbacks, of which banks have demands of their own. */
  isWebhook?: boolean
}

/** A rule of the contract that a request breaks, in the bank's words, each in one line. */
export type Violation = { property: string; reason: string }

/** @property fields of the answer that are read; undefined when the bank refused the request */
export type RecurringAnswer = {
  status: number
  fields: Record<string, unknown> | undefined
  violations: Violation[]
}

export type RecurringProvider = {
  /** The scopes of the token for these requests; undefined when the bank says none. */
  recurringScopes(): Promise<string | undefined>
  /**
   * Sends a request under the scopes of Pix Automático.
   *
   * @throws BankError when it is unknown if the request was carried out
   */
  askRecurring(call: RecurringCall): Promise<RecurringAnswer>
}
