/** Why an operation refused, in the reader's language and in plain words. */
import type { ApiError, Code } from '../../contract/apiError.ts'
import type { Locale } from '../../domain/formats/locale.ts'
import { catalogue } from '../../generated/errors.ts'
import { bankReason } from './bankReasons.ts'
import { en } from './problems.en.ts'
import { es } from './problems.es.ts'
import { ptBR } from './problems.ptBR.ts'

const translated: Readonly<Record<Locale, Partial<Record<Code, string>>>> = {
  'pt-BR': ptBR,
  en,
  es,
}

/** A validator's own words are in Portuguese, so other readers get the text of the code. */
export function problemOf(locale: Locale, { code, detail }: ApiError): string {
  const isOfBank = code === 'bank_refused' || code === 'bank_unavailable'
  if (locale === 'pt-BR' && detail !== undefined && !isOfBank) return detail
  const { body } = catalogue[code]
  const portuguese = typeof body.error === 'string' ? code : body.error.message
  const text = translated[locale][code] ?? portuguese
  return isOfBank && detail !== undefined ? `${text} ${bankReason(locale, detail)}` : text
}
