import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { BalcaoPaymentProvider } from './provider.ts'
import { shopOf } from './shop.ts'
import type { BalcaoOptions } from './shop.ts'

export type { BalcaoOptions } from './shop.ts'

/** Medusa makes a provider when it is first used; the reconciler begins with the shop. */
async function start({
  options,
}: {
  options?: Record<string, unknown> | undefined
}): Promise<void> {
  shopOf(options as BalcaoOptions).start()
}

const provider: ReturnType<typeof ModuleProvider> = ModuleProvider(Modules.PAYMENT, {
  services: [BalcaoPaymentProvider],
  loaders: [start],
})

export default provider
