/** The hosted page by hand: the same style, script and QR code, around the same facts. */
import { readFileSync } from 'node:fs'
import { drawQr } from '../../../../domain/checkouts/page/qr.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../../domain/checkouts/page/${path}`, import.meta.url), 'utf8')

const style = ['colours', 'base', 'states', 'seller', 'link', 'print']
  .map((name) => read(`style/${name}.css`))
  .join('')

const head = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Pagar</title>\
<style>${style}</style></head><body>`
const tail = `<script>${read('script.js')}</script></body></html>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

export type PageContent = {
  id: string
  path: string
  name: string
  amount_minor: number
  code: string
}

/** The page of an open checkout with its code. */
export function openPage({ id, path, name, amount_minor, code }: PageContent): string {
  const qr = drawQr(code)
  return `${head}<main class="open" id="open" data-path="${path}"><h1>${escaped(name)}</h1>\
<p>${money.format(amount_minor / 100)}</p><p>${id}</p><textarea id="code">${escaped(code)}\
</textarea><svg viewBox="0 0 ${qr?.size} ${qr?.size}"><path stroke="#000" d="${qr?.path}"/></svg>\
</main>${tail}`
}

/** The page of a checkout that has been paid. */
export const finalPage = (name: string, success_url: string): string =>
  `${head}<main><h1>${escaped(name)}</h1><p>Pago</p><a id="forward" href="${escaped(success_url)}">\
Voltar</a></main>${tail}`
