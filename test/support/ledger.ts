/** Writers that keep a ledger of acknowledged writes, to be compared with the stored rows. */
import { setTimeout as wait } from 'node:timers/promises'
import type { TestAccount } from './service.ts'

export type RefusedWrite = { status: number; text: string; retry_after: string | null }

/** Several writers that make customers, one after another each, until they are stopped. */
export class Ledger {
  /** The e-mails of the customers whose making was acknowledged. */
  readonly acknowledged: string[] = []
  readonly refused: RefusedWrite[] = []
  /** Requests that got no answer at all. */
  cut = 0
  #stopped = false
  readonly #writers: Promise<void>[]
  #told: (() => void) | undefined

  constructor(account: TestAccount, writers: number) {
    this.#writers = Array.from({ length: writers }, (_, i) => this.#write(account, i))
  }

  /** Resolves when another one has been acknowledged after now. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#told = resolve
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#writers)
  }

  async #write(account: TestAccount, writer: number): Promise<void> {
    for (let i = 0; !this.#stopped; i++) {
      const email = `w${writer}-${i}@example.com`
      const answer = await account.post('/v1/customers', { name: 'Ana', email }).catch(() => null)
      if (!answer) this.cut++
      else if (answer.status === 201) {
        this.acknowledged.push(email)
        this.#told?.()
      } else {
        const { status, text, headers } = answer
        this.refused.push({ status, text, retry_after: headers.get('retry-after') })
      }
      // A refused client comes again soon, as an impatient client does.
      if (answer?.status !== 201) await wait(10)
    }
  }
}
