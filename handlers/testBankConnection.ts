import type { Transaction } from '../db/query.ts'
import { callbackUrl } from '../domain/pix/connections/bankConnections.ts'
import { BankError } from '../domain/pix/bank/provider.ts'
import { isRefusal, keepFindings } from '../domain/pix/connections/bankStanding.ts'
import { testBank } from '../domain/pix/connections/connecting.ts'
import type { BankTest } from '../domain/pix/connections/connecting.ts'
import { bankTrial } from './support/bankTrial.ts'
import type { TrialServices } from './support/bankTrial.ts'
import type { Handler, Input, Response } from './support/handler.ts'

type Id = 'testBankConnection'
type TestResult = Pick<Response<Id>['body'], 'status' | 'problem' | 'scopes' | 'webhook_url'> &
  Partial<Pick<BankTest, 'found'>>

function failed(error: unknown): TestResult {
  if (!(error instanceof BankError)) throw error
  const status = isRefusal(error) ? 'refused' : 'unavailable'
  return { status, problem: error.message, scopes: [], webhook_url: null }
}

/** As a transaction, its answer is kept under the `Idempotency-Key`. */
function* answerOf(
  outcome: TestResult | undefined,
  { fail, seller, service: { baseUrl, mails } }: Input<Id, 'baseUrl' | 'mails'>,
): Transaction<Response<Id>> {
  if (!outcome) throw fail('bank_not_connected')
  const { status, problem, scopes, webhook_url, found } = outcome
  if (found) yield* keepFindings(found, mails)
  const callback_url = callbackUrl(baseUrl, seller.id)
  const body = { object: 'bank_test' as const, status, problem, scopes, webhook_url, callback_url }
  return { status: 200, body }
}

export const testBankConnection: Handler<
  Id,
  TrialServices | 'baseUrl' | 'mails' | 'vault'
> = async (input) => {
  const { db, now, seller, service } = input
  const { vault, baseUrl } = service
  const outcome = await bankTrial(input, async (options): Promise<TestResult | undefined> => {
    const test = await testBank({ db, vault, baseUrl }, { seller_id: seller.id, now }, options)
    return test && { status: 'working', problem: null, ...test }
  }).catch(failed)
  return db.run(() => answerOf(outcome, input))
}
