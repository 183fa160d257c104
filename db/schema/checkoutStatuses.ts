/** In this order: a checkout is open until it ends in one of the other states, for good. */
export const checkoutStatuses = ['open', 'completed', 'expired', 'canceled'] as const
