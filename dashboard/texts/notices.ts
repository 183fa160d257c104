/** What a form has done, as the page that follows says it; named by `?done=`. */
import type { Locale } from '../../domain/checkouts/page/locale.ts'
import { notices as customers } from './customers.ts'
import { notices as payments } from './payments.ts'
import { notices as products } from './products.ts'
import { notices as settings } from './settings.ts'

const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    ...payments['pt-BR'],
    ...customers['pt-BR'],
    ...products['pt-BR'],
    ...settings['pt-BR'],
  },
  en: { ...payments.en, ...customers.en, ...products.en, ...settings.en },
  es: { ...payments.es, ...customers.es, ...products.es, ...settings.es },
}

export const noticeOf = (locale: Locale, done: string | undefined): string | undefined =>
  done !== undefined && Object.hasOwn(notices[locale], done) ? notices[locale][done] : undefined
