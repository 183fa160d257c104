import { Bacen } from './bacen.ts'
import type { BankOptions, BankSettings } from './options.ts'
import { MercadoPago } from './mercadoPago.ts'
import { profileNamed } from './profiles.ts'
import type { ProviderApi } from './profiles.ts'
import type { ConnectedProvider } from './provider.ts'
import { Woovi } from './woovi.ts'

type Provider = new (settings: BankSettings, options?: BankOptions) => ConnectedProvider

const providers: Record<ProviderApi, Provider> = {
  bacen: Bacen,
  mercadopago: MercadoPago,
  woovi: Woovi,
}

/** Makes the provider whose API the profile of the settings names. */
export const providerAt = (settings: BankSettings, options?: BankOptions): ConnectedProvider =>
  new providers[profileNamed(settings.profile).api](settings, options)
