import { announcedTxids } from '../pix/announcement.ts'
import type { Handler } from './operation.ts'

/** A callback is a hint and never proof: it only has the bank asked, and does not wait for it. */
export const receivePixCallback: Handler<'receivePixCallback'> = async (
  { path, body, service },
) => {
  await service.rail.hear(path.sellerId, announcedTxids(body.pix))
  return { status: 200, body: {} }
}
