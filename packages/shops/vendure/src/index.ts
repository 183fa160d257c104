export { BalcaoPlugin } from './plugin.ts'
export type { BalcaoOptions } from './plugin.ts'
export { balcaoPaymentHandler } from './handler.ts'
