/** The simulated providers, by the names of their profiles. */
import { makeAuthority, makeServerPair } from './certificates.ts'
import { MercadoPagoBank } from './mercadoPagoBank.ts'
import type { ProviderBank } from './providerBank.ts'
import { WooviBank } from './wooviBank.ts'

type Simulated = new (now: () => Date) => ProviderBank

export const simulatedProviders = {
  mercadopago: MercadoPagoBank,
  woovi: WooviBank,
} satisfies Record<string, Simulated>

export type ProviderName = keyof typeof simulatedProviders

/** Starts a provider on a free port, with an authority of its own. */
export async function startProvider(name: ProviderName, now: () => Date): Promise<ProviderBank> {
  const authority = await makeAuthority('Provedor')
  const server = await makeServerPair(authority)
  const provider = new simulatedProviders[name](now)
  await provider.listen({ authority, server })
  return provider
}
