import { announcedIn } from '../domain/pix/rounds/announcement.ts'
import { lookUpCallback } from './support/bankCallback.ts'
import type { Handler } from './support/handler.ts'

/** A callback is a hint and no proof: the bank is asked in the background, and not waited for. */
export const receivePixCallback: Handler<'receivePixCallback', 'rail'> = (input) =>
  lookUpCallback(input, (seller_id) =>
    input.service.rail.onCallback(seller_id, announcedIn(input.body)),
  )
