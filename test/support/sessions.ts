/** Checkout sessions at each point of their life. */
import assert from 'node:assert/strict'
import { CHECKOUT_LIFETIME_MS } from '../../domain/checkouts/expire.ts'
import { newId } from '../../runtime/ids.ts'
import type { components } from '../../generated/types.ts'
import type { Answer, TestAccount, TestService } from './service.ts'

type Checkout = components['schemas']['Checkout']

/** The path of the session's hosted page, `/pay/<token>`. */
export const pageOf = (checkout: Checkout): string => new URL(checkout.checkout_url).pathname

/** Moves the clock to the first millisecond at which no session that is open now can be paid. */
export const passLifetime = (service: TestService): Date =>
  service.clock.advanceMs(CHECKOUT_LIFETIME_MS + 1)

/** Opens as many sessions of the seller, and moves the clock past their end. */
export async function expiredSessions(seller: TestAccount, count: number): Promise<void> {
  const { sql, clock } = seller.on
  const { id } = await seller.checkout()
  const ids = Array.from({ length: count - 1 }, () => `('${newId('checkout_', clock.now())}')`)
  await sql(
    `
    with ids (id) as (values ${ids.join()})
    insert into checkouts (seller_id, id, customer_id, status, currency, amount_total_minor,
      page_token, metadata, line_items, expires_at, created_at, updated_at)
    select seller_id, ids.id, customer_id, status, currency, amount_total_minor,
      page_token || ids.id, metadata, line_items, expires_at, created_at, updated_at
    from ids, (select * from checkouts where id = ?) as one`,
    id,
  )
  passLifetime(seller.on)
}

/** A session in each state that nothing leaves, and its seller with a token of the present. */
export async function endedSessions(
  service: TestService,
): Promise<{ seller: TestAccount; sessions: Checkout[] }> {
  const first = await service.account()
  const ids = [await first.checkout(), await first.checkout(), await first.checkout()].map(
    ({ id }) => id,
  )
  await first.post(`/sandbox/checkouts/${ids[0]}/pay`)
  await first.post(`/v1/checkouts/${ids[1]}/cancel`)
  passLifetime(service)
  const seller = await service.login(first)
  const sessions: Checkout[] = []
  for (const id of ids) {
    const { body } = await seller.get<'Checkout'>(`/v1/checkouts/${id}`)
    sessions.push(body)
  }
  const states = sessions.map(({ status }) => status)
  assert.deepEqual(states, ['completed', 'canceled', 'expired'])
  return { seller, sessions }
}

/** Asserts the 409 of everything that wants an open session. */
export function assertNotOpen({ status, headers, body: { error }, text }: Answer<unknown>): void {
  assert.deepEqual(
    { status, ...error },
    {
      status: 409,
      type: 'conflict_error',
      code: 'checkout_not_open',
      message: error?.message,
      request_id: headers.get('x-request-id'),
    },
    text,
  )
}
