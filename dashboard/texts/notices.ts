/** What a form has done, as the page that follows says it; named by `?done=`. */
import type { Locale } from '../../domain/checkouts/page/locale.ts'
import { notices as checkouts } from './checkouts.ts'
import { notices as payments } from './payments.ts'

const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': { ...checkouts['pt-BR'], ...payments['pt-BR'] },
  en: { ...checkouts.en, ...payments.en },
  es: { ...checkouts.es, ...payments.es },
}

export const noticeOf = (locale: Locale, done: string | undefined): string | undefined =>
  done !== undefined && Object.hasOwn(notices[locale], done) ? notices[locale][done] : undefined
