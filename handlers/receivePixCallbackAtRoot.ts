import type { Handler } from './support/handler.ts'
import { receivePixCallback } from './receivePixCallback.ts'

/** For banks and providers that append nothing to the address that was registered. */
export const receivePixCallbackAtRoot: Handler<'receivePixCallbackAtRoot'> =
  receivePixCallback as never
