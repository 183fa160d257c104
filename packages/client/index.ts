import type { components } from './generated/types.ts'

export { createBalcao } from './client.ts'
export type { Balcao, Options } from './client.ts'
export { BalcaoError, isApiError, NoResponse, ApiError } from './errors.ts'
export type { ApiErrorOf, ErrorOperation } from './errors.ts'
export type { Call, Input, OperationId, Output } from './operation.ts'
export { each } from './pagination.ts'
export type { ItemOf, Page } from './pagination.ts'
export { webhookKeys } from './webhookKeys.ts'
export type { WebhookKeys, WebhookKeySet } from './webhookKeys.ts'
export { UnverifiedWebhook, verifyWebhook, verifyWebhookByKeys } from './webhooks.ts'
export type { WebhookEvent } from './webhooks.ts'

type Schemas = components['schemas']

export type Account = Schemas['Account']
export type Checkout = Schemas['Checkout']
export type Clock = Schemas['Clock']
export type Customer = Schemas['Customer']
export type Event = Schemas['Event']
export type LineItem = Schemas['CheckoutLineItem']
export type Offer = Schemas['Offer']
export type Payment = Schemas['Payment']
export type PixCode = Schemas['PixCode']
export type Product = Schemas['Product']
export type Refund = Schemas['Refund']
