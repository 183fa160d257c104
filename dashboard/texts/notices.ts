/** Notices of completed forms, shown on the page that follows; named by `?done=`. */
import type { Locale } from '../../domain/formats/locale.ts'
import { notices as access } from './access.ts'
import { notices as apiClients } from './apiClients.ts'
import { notices as bank } from './bank.ts'
import { notices as checkouts } from './checkouts.ts'
import { notices as customers } from './customers.ts'
import { notices as invoices } from './invoices.ts'
import { notices as ownSettings } from './ownSettings.ts'
import { notices as paymentLinks } from './paymentLinks.ts'
import { notices as payments } from './payments.ts'
import { notices as products } from './products.ts'
import { notices as settings } from './settings.ts'
import { notices as subscriptions } from './subscriptions.ts'
import { notices as team } from './team.ts'
import { notices as webhooks } from './webhooks.ts'

const sections = [
  access,
  apiClients,
  bank,
  checkouts,
  customers,
  invoices,
  ownSettings,
  paymentLinks,
  payments,
  products,
  settings,
  subscriptions,
  team,
  webhooks,
]

const noticesIn = (locale: Locale): Record<string, string> =>
  Object.assign({}, ...sections.map((section) => section[locale]))

const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': noticesIn('pt-BR'),
  en: noticesIn('en'),
  es: noticesIn('es'),
}

export const noticeOf = (locale: Locale, done: string | undefined): string | undefined =>
  done !== undefined && Object.hasOwn(notices[locale], done) ? notices[locale][done] : undefined
