/** Why an operation refused, in the reader's language. */
import type { ApiError } from '../../contract/apiError.ts'
import type { Locale } from '../../domain/checkouts/page/locale.ts'
import { catalogue } from '../../generated/errors.ts'
import { en } from './problems.en.ts'
import { es } from './problems.es.ts'

type Texts = Partial<Record<string, string>>

const translated: Record<Exclude<Locale, 'pt-BR'>, Texts> = { en, es }

/** The catalogue is in Portuguese, and so are a validator's own words, which say more. */
export function problemOf(locale: Locale, { code, detail }: ApiError): string {
  const { body } = catalogue[code]
  const portuguese = typeof body.error === 'string' ? code : body.error.message
  if (locale === 'pt-BR') return detail ?? portuguese
  return translated[locale][code] ?? portuguese
}
