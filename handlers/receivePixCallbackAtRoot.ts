import type { Handler } from './support/handler.ts'
import { receivePixCallback } from './receivePixCallback.ts'

/** Some banks put no `/pix` after the address that was registered. */
export const receivePixCallbackAtRoot: Handler<'receivePixCallbackAtRoot'> =
  receivePixCallback as never
