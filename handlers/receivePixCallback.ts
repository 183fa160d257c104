import type { Handler } from './operation.ts'

/** A callback is a hint and never proof; without a bank to ask, there is nothing to believe. */
export const receivePixCallback: Handler<'receivePixCallback'> = () => ({ status: 200, body: {} })
