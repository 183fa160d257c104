/** As much of Medusa's utilities as the provider touches. */
export const Modules = {
  PAYMENT: 'payment',
  WORKFLOW_ENGINE: 'workflows',
  ORDER: 'order',
  CART: 'cart',
  LOCKING: 'locking',
  EVENT_BUS: 'event_bus',
}

export const ContainerRegistrationKeys = {
  QUERY: 'query',
  LOGGER: 'logger',
  PG_CONNECTION: 'pg',
}

export const PaymentActions = { NOT_SUPPORTED: 'not_supported', SUCCESSFUL: 'captured' }

export const PaymentSessionStatus = {
  PENDING_AUTHORIZATION: 'pending_authorization',
  CAPTURED: 'captured',
  CANCELED: 'canceled',
}

export class MedusaError extends Error {
  static Types = {}

  constructor(type, message) {
    super(message)
    this.type = type
  }
}

export class AbstractPaymentProvider {}

export const ModuleProvider = (module, { services, loaders }) => ({ module, services, loaders })

export const MathBN = {
  mult: (one, other) => Number(one) * Number(other),
  convert: (value) => Number(value),
}
