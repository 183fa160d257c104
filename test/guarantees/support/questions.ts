/** Turns each step of a seller into a request. */
import type { State } from './modelState.ts'
import type { Kind, Ref, Step } from './steps.ts'

/** A request and its credentials: the seller's token, or the client's secret. */
export type Question = { method: string; path: string; json?: unknown; as: 'token' | 'client' }

/** The steps that are requests and need a token. */
export type RequestStep = Exclude<Step, { do: 'renew token' | 'operate' | 'wait' | 'reach end' }>

function cartOf(state: State, step: Step<'open cart'>): object {
  const { cancel_after_seconds: after, customer, lines } = step
  const items = lines.map((line) => {
    if (!('offer' in line)) return line
    const { offer, ...rest } = line
    return { offer_id: state.named(step.seller, 'offer', offer), ...rest }
  })
  const cancel_at = after && new Date(state.now_ms + after * 1000).toISOString()
  return { ...step.body, items, customer, cancel_at, ...step.fault?.sent }
}

export function questionOf(state: State, step: RequestStep): Question {
  const post = (path: string, json?: unknown): Question => ({
    method: 'POST',
    path,
    json,
    as: 'token',
  })
  const get = (path: string): Question => ({ method: 'GET', path, as: 'token' })
  const path = (kind: Kind, ref: Ref) => `/v1/${kind}s/${state.named(step.seller, kind, ref)}`
  switch (step.do) {
    case 'create customer':
      return post('/v1/customers', { ...step.body, ...step.fault?.sent })
    case 'create product':
      return post('/v1/products', {
        ...step.body,
        default_offer: { ...step.offer, ...step.offerFault?.sent },
        ...step.fault?.sent,
      })
    case 'create offer':
      return post(`${path('product', step.product)}/offers`, {
        ...step.offer,
        is_default: step.is_default,
        ...step.fault?.sent,
      })
    case 'change offer':
      return {
        method: 'PATCH',
        path: path('offer', step.offer),
        json: { ...step.body, ...step.fault?.sent },
        as: 'token',
      }
    case 'open checkout':
      return post('/v1/checkouts', {
        ...step.body,
        offer_id: state.named(step.seller, 'offer', step.offer),
        customer_id: step.customer && state.named(step.seller, 'customer', step.customer),
        ...step.fault?.sent,
      })
    case 'open cart':
      return post('/v1/cart_checkouts', cartOf(state, step))
    case 'end checkout': {
      const where = step.by === 'cancel' ? 'v1' : 'sandbox'
      const named = state.named(step.seller, 'checkout', step.checkout)
      return post(`/${where}/checkouts/${named}/${step.by}`)
    }
    case 'refund payment':
      return post(`${path('payment', step.payment)}/refunds`, { ...step.body, ...step.fault?.sent })
    case 'reverse payment': {
      const named = state.named(step.seller, 'payment', step.payment)
      const { amount_minor } = step
      return post(`/sandbox/payments/${named}/reverse`, amount_minor && { amount_minor })
    }
    case 'read':
      return get(path(step.kind, step.ref))
    case 'list': {
      const query = new URLSearchParams()
      if (step.limit !== undefined) query.set('limit', step.limit)
      if (step.after) query.set('starting_after', state.named(step.seller, step.kind, step.after))
      if (step.kind === 'checkout' && step.status) query.set('status', step.status)
      const ofProduct = `${path('product', step.of)}/offers`
      const list = step.kind === 'offer' ? ofProduct : `/v1/${step.kind}s`
      return get(`${list}?${query}`)
    }
    case 'find checkout':
      return get(`/v1/checkouts?${new URLSearchParams({ external_id: step.external_id })}`)
    case 'advance clock':
      return post('/sandbox/clock/advance', { seconds: step.seconds })
  }
}
