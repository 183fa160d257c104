import { chargesAnnounced } from '../domain/pix/recurring/callbacks.ts'
import { lookUpCallback } from './support/bankCallback.ts'
import type { Handler } from './support/handler.ts'

/** A hint, as `receivePixCallback`; a bank that tries the address names nothing. */
export const receiveRecurringChargeCallback: Handler<'receiveRecurringChargeCallback', 'rail'> = (
  input,
) =>
  lookUpCallback(input, (seller_id) =>
    input.service.rail.heardOfCharges(seller_id, chargesAnnounced(input.body) ?? []),
  )
