import { mandatesAnnounced } from '../domain/pix/recurring/callbacks.ts'
import { lookUpCallback } from './support/bankCallback.ts'
import type { Handler } from './support/handler.ts'

/** A hint, as `receivePixCallback`; a bank that tries the address names nothing. */
export const receiveMandateCallback: Handler<'receiveMandateCallback', 'rail'> = (input) =>
  lookUpCallback(input, (seller_id) =>
    input.service.rail.heardOfMandates(seller_id, mandatesAnnounced(input.body) ?? []),
  )
