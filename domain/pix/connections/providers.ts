import { Bacen } from '../bank/bacen/bacen.ts'
import type { BankOptions, BankSettings } from '../bank/options.ts'
import { MercadoPago } from '../bank/others/mercadoPago.ts'
import { profileNamed } from '../bank/profiles.ts'
import type { ProviderApi } from '../bank/profiles.ts'
import type { ConnectedProvider } from '../bank/provider.ts'
import { Woovi } from '../bank/others/woovi.ts'

type Provider = new (settings: BankSettings, options?: BankOptions) => ConnectedProvider

const providers: Record<ProviderApi, Provider> = {
  bacen: Bacen,
  mercadopago: MercadoPago,
  woovi: Woovi,
}

/** Makes the provider whose API the profile of the settings names. */
export const providerAt = (settings: BankSettings, options?: BankOptions): ConnectedProvider =>
  new providers[profileNamed(settings.profile).api](settings, options)
