/** The HTML of a mail: tables and styles within, as readers' programs need them. */
import { Eta } from 'eta'
import { fileURLToPath } from 'node:url'
import type { Locale } from '../formats/locale.ts'
import { accentOf } from '../settings/accent.ts'
import type { Brand } from '../settings/brand.ts'
import { LOGO_CID } from './smtp.ts'

const eta = new Eta({
  views: fileURLToPath(new URL('templates', import.meta.url)),
  cache: true,
  autoTrim: false,
})

/** The service's own colour, from style/colours.css. */
const OWN_COLOR = '#0a6b51'

/** The template escapes every interpolated value. */
export function htmlOf(view: {
  locale: Locale
  brand: Brand
  subject: string
  lines: string[]
  facts: { label: string; value: string }[]
  button: string
  link: string
  foot: string[]
  hasLogo: boolean
}): string {
  const { accent, on } = accentOf(view.brand.color ?? OWN_COLOR, 'light')
  return eta.render('mail', { ...view, accent, on, cid: LOGO_CID })
}
