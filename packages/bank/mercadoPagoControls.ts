/** Controls of the simulated Mercado Pago beyond those of each provider. */
import { Refusal } from './books.ts'
import type { MercadoPagoBank } from './mercadoPagoBank.ts'
import { PAYMENT_STATES } from './mercadoPagoViews.ts'
import type { ProviderControl } from './providerBank.ts'

/** @throws Refusal when a chargeback has no such detail */
function chargedBack(detail: unknown): string {
  const details = PAYMENT_STATES['charged_back'] ?? []
  if (details.includes(String(detail))) return String(detail)
  throw new Refusal(400, 'RequisicaoInvalida', `There is: ${details.join(', ')}.`)
}

export function mercadoPagoControls(bank: MercadoPagoBank): Record<string, ProviderControl> {
  const { view, books } = bank
  return {
    'POST /states': (_, { reference, status, status_detail = null }) => {
      const state = { status: String(status), status_detail: status_detail as string | null }
      const sale = books.find(String(reference))
      view.setState(sale, state)
      return { sale }
    },
    'POST /chargebacks': async (_, { endToEndId, status_detail }) => {
      const detail = chargedBack(status_detail)
      const sale = books.byTransfer(String(endToEndId))
      view.chargeBack(sale, detail)
      return { sale, callbacks: await bank.announce(sale, 'taken') }
    },
    'POST /sources': (_, { as }) => {
      view.source = as === 'list' ? 'list' : 'object'
      return {}
    },
    'POST /keys/forget': () => {
      bank.forgetKeys()
      return {}
    },
  }
}
