import type { Locale } from '../../../formats/locale.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR, type Texts } from './pt-BR.ts'

export type { Texts }

/** The texts of each language; a language without a table does not compile. */
export const texts: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
