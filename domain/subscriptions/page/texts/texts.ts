import type { Locale } from '../../../formats/locale.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { ptBR, type SubscriptionTexts } from './pt-BR.ts'

export type { SubscriptionTexts }

/** The texts of each language; a language without a table does not compile. */
export const subscriptionTexts: Record<Locale, SubscriptionTexts> = { 'pt-BR': ptBR, en, es }
