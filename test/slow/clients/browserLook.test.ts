/** How the page looks: every state, width, colour scheme and language. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import decodeQr from 'qr/decode.js'
import { test } from 'vitest'
import { barriers, Buyer, openBrowser, overflowOf, picture } from '../../support/chromium.ts'
import { long } from '../../support/property.ts'
import { putRefunds } from '../../support/refunded.ts'
import type { Refunded } from '../../support/refunded.ts'
import { startService } from '../../support/service.ts'
import type { TestAccount } from '../../support/service.ts'
import { pageOf, passLifetime } from '../../support/sessions.ts'

const browser = await openBrowser()
const service = await startService()
const live = await startService({ mode: 'live', secretKey: Buffer.alloc(32, 1) })

const languages = ['pt-BR', 'en', 'es']
const widths = [320, 768, 1280]
const schemes = ['light', 'dark'] as const

const mug = {
  name: 'Caneca de cerâmica',
  description: 'Feita à mão, 350 ml.\nVai ao micro-ondas e à lava-louças.',
  offer: { name: 'À vista', amount_minor: 4990, compare_at_amount_minor: 6990 },
}

/** As long as they may be, and without a place to break a line. */
const longest = {
  name: 'W'.repeat(160),
  description: '"W&'.repeat(666),
  offer: { name: 'Ç'.repeat(160), amount_minor: 99999999999, compare_at_amount_minor: 99999999999 },
}

/** The address of the page of an open session for a product. */
async function sell(seller: TestAccount, { name, description, offer } = mug, urls: object = {}) {
  const default_offer = { currency: 'BRL', ...offer }
  const { body } = await seller.post<'Product'>('/v1/products', {
    name,
    description,
    default_offer,
  })
  const offer_id = body.default_offer?.id
  const checkout = await seller.post<'Checkout'>('/v1/checkouts', { offer_id, ...urls })
  assert.equal(checkout.status, 201, checkout.text)
  return checkout.body
}

const shop = 'https://loja.example'
const back = { cancel_url: `${shop}/carrinho` }

async function paid(
  more: object,
  product = mug,
  seller_name = 'Ateliê da Rua',
  refunds: Refunded[] = [],
): Promise<string> {
  const seller = await service.account(seller_name)
  const { id, checkout_url } = await sell(seller, product, more)
  await seller.post(`/sandbox/checkouts/${id}/pay`)
  if (refunds.length > 0) await putRefunds(seller, id, refunds)
  return checkout_url
}

/** As many refunds as there may be on a receipt, and one more. */
const manyRefunds = (amount_minor: number): Refunded[] =>
  Array.from({ length: 11 }, (_, day) => ({
    amount_minor,
    status: day === 10 ? 'pending' : 'succeeded',
    at: `2026-03-${day + 10}T15:00:00.000Z`,
  }))

const reference = { external_id: 'W'.repeat(255) }

/** The address of a page in each state; by the state's name. */
const states: Record<string, () => Promise<string>> = {
  open: async () => {
    const seller = await service.account('Ateliê da Rua')
    return (await sell(seller, mug, back)).checkout_url
  },
  'open, with the longest texts': async () => {
    const seller = await service.account('L'.repeat(160))
    return (await sell(seller, longest, back)).checkout_url
  },
  'open, after a decline': async () => {
    const seller = await service.account('Ateliê da Rua')
    return `${(await sell(seller, mug, back)).checkout_url}?declined=1`
  },
  'open, with no code yet': async () => {
    const seller = await live.account('Ateliê da Rua')
    return (await sell(seller, mug, back)).checkout_url
  },
  completed: () => paid({}),
  'completed, with the longest texts': () =>
    paid(reference, longest, 'L'.repeat(160), manyRefunds(9_000_000_000)),
  'completed, about to go on': () => paid({ success_url: `${shop}/obrigado` }),
  'completed, refunded in part': () => paid({}, mug, 'Ateliê da Rua', manyRefunds(123)),
  refunded: () => {
    const at = '2026-03-10T15:00:00.000Z'
    return paid({}, mug, 'Ateliê da Rua', [{ amount_minor: 4990, status: 'succeeded', at }])
  },
  canceled: async () => {
    const seller = await service.account('Ateliê da Rua')
    const { id, checkout_url } = await sell(seller, mug, back)
    await seller.post(`/v1/checkouts/${id}/cancel`)
    return checkout_url
  },
  expired: async () => {
    const seller = await service.account('Ateliê da Rua')
    const { checkout_url } = await sell(seller, mug, back)
    passLifetime(service)
    return checkout_url
  },
}

const buyer = await Buyer.with(browser, [service.url, live.url])
// Pages that would move on by themselves in a moment are held while they are looked at.
await buyer.context.addInitScript(`
  const later = setTimeout
  setTimeout = (run, ms, ...rest) => ms >= 3000 ? 0 : later(run, ms, ...rest)
`)

/** The rules by which barriers are looked for; in the short form, in two of the six views. */
function ruleAt(width: number, scheme: (typeof schemes)[number]): 'all' | 'colours' | undefined {
  if (long || (width === 320 && scheme === 'dark')) return 'all'
  return width === 1280 && scheme === 'light' ? 'colours' : undefined
}

/**
 * Everything wrong with a page, in each language, width and colour scheme.
 *
 * @param turn says in which of the languages barriers are looked for; in the long form, in each
 */
async function flawsOf(name: string, url: string, turn: number): Promise<string[]> {
  const searched = long ? languages : [languages[turn % languages.length]]
  const flaws: string[] = []
  const headings: string[] = []
  const { page, faults, requests } = await buyer.visit(url)
  const expected = new Set([url, url.replace(/\?.*|$/, '/events')])
  for (const language of languages) {
    const address = new URL(url)
    address.searchParams.set('lang', language)
    expected.add(address.href)
    await page.goto(address.href)
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    headings.push(...(await page.getByRole('heading', { level: 1 }).allInnerTexts()))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const excess_px = await overflowOf(page)
      if (excess_px > 0) flaws.push(`${name} ${language} ${width}: ${excess_px} px too wide`)
      for (const colorScheme of searched.includes(language) ? schemes : []) {
        const view = `${name} ${language} ${width} ${colorScheme}`
        // Colours that fade into each other have no contrast worth measuring half-way.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await picture(page, view.replaceAll(/\W+/g, '-'))
        const rule = ruleAt(width, colorScheme)
        const found = rule === undefined ? [] : await barriers(page, { rule })
        flaws.push(...found.map((barrier) => `${view}: ${barrier}`))
      }
    }
  }
  await page.close()
  const [one, two, three, ...more] = new Set(headings.filter((text) => /\S/.test(text)))
  if (!one || !two || !three || more.length > 0) flaws.push(`${name}: headings ${headings}`)
  const others = requests.filter((request) => !expected.has(request.replace('GET ', '')))
  return [...flaws, ...faults, ...others]
}

for (const [turn, [state, prepare]] of Object.entries(states).entries()) {
  test(`${state}: fits every width, has no barrier, asks for nothing more`, async () => {
    assert.deepEqual(await flawsOf(state, await prepare(), turn), [])
  })
}

test('not found: fits every width, has no barrier, and is a 404', async () => {
  const flaws = await flawsOf('not found', `${service.url}/pay/${'A'.repeat(51)}`, 0)
  const status = 'Failed to load resource: the server responded with a status of 404 (Not Found)'
  assert.deepEqual([...new Set(flaws)], [status])
})

test('the heaviest page is under 50 KB', async () => {
  const seller = await service.account('"'.repeat(160))
  const heavy = {
    name: '"'.repeat(160),
    description: '"'.repeat(2000),
    offer: { ...longest.offer, name: '"'.repeat(160) },
  }
  const checkout = await sell(seller, heavy, { cancel_url: `${shop}/${'x'.repeat(2000)}` })
  for (const language of languages) {
    const url = `${checkout.checkout_url}?lang=${language}`
    const document_bytes = Buffer.byteLength(await (await fetch(url)).text())
    assert.ok(document_bytes < 50_000, `${document_bytes} bytes`)
  }
})

/** Sheets and rolls of paper, by the pixels between their margins. */
const papers = { a4: 680, '80 mm': 264, '58 mm': 181 }

/** Visible elements whose text is not black or whose background is not white. */
const coloured = `[...document.querySelectorAll('body, body *')].flatMap((element) => {
  if (!element.checkVisibility() || element.closest('.heard')) return []
  const { color, backgroundColor } = getComputedStyle(element)
  const isPlain = color === 'rgb(0, 0, 0)' &&
    ['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(backgroundColor)
  return isPlain ? [] : [element.outerHTML.slice(0, 80)]
})`

test('a receipt is printed in black on white, with nothing to press, on any paper', async () => {
  const many = manyRefunds(123)
  for (const url of [
    await paid({ success_url: `${shop}/obrigado` }, mug, 'Ateliê da Rua', many),
    await paid(reference, longest, 'L'.repeat(160)),
  ]) {
    const { page } = await buyer.visit(url)
    for (const [paper, width] of Object.entries(papers)) {
      await page.setViewportSize({ width, height: 800 })
      // A dark screen is no reason to print white on black.
      await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' })
      await picture(page, `printed-${paper}-${url.slice(-4)}`)
      assert.deepEqual(await page.evaluate(coloured), [], paper)
      assert.ok((await overflowOf(page)) <= 0, paper)
      assert.equal(await page.locator('a:visible, button:visible').count(), 0, paper)
      assert.deepEqual(await barriers(page), [], paper)
      const shown = await page.locator('body').innerText()
      assert.match(shown, /Comprovante de pagamento\s+Pagamento de teste: nenhum dinheiro/, paper)
      assert.doesNotMatch(shown, /Imprima|fechar|voltará/, paper)
    }
    await page.close()
  }
})

test('a receipt with its refunds fits one sheet', async () => {
  const { page } = await buyer.visit(await paid({}, mug, 'Ateliê da Rua', manyRefunds(123)))
  const sheet = (await page.pdf({ format: 'A4' })).toString('latin1')
  assert.equal(sheet.match(/\/Type\s*\/Page\b/g)?.length, 1)
  await page.close()
})

/** Four bytes for each pixel, a character each. */
type Picture = { width: number; height: number; bytes: string }

type Pixels = { width: number; height: number; data: Buffer }

/** The pixels of a PNG, as a browser draws them. @param page a blank one, which allows all */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const { width, height, bytes } = await page.evaluate<Picture>(`(async () => {
    const file = await fetch('data:image/png;base64,${png.toString('base64')}')
    const image = await createImageBitmap(await file.blob())
    const { width, height } = image
    const pen = new OffscreenCanvas(width, height).getContext('2d')
    pen.drawImage(image, 0, 0)
    let bytes = ''
    for (const byte of pen.getImageData(0, 0, width, height).data) {
      bytes += String.fromCharCode(byte)
    }
    return { width, height, bytes }
  })()`)
  return { width, height, data: Buffer.from(bytes, 'latin1') }
}

test('the QR code, as it is drawn, reads as the code shown', async () => {
  const checkout = await sell(await service.account('Ateliê da Rua'))
  const { page } = await buyer.visit(service.url + pageOf(checkout))
  const code = await page.getByRole('textbox', { name: 'Pix copia e cola' }).inputValue()
  assert.match(code, /^000201/)
  const blank = await buyer.context.newPage()
  for (const width of widths) {
    for (const colorScheme of schemes) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const image = page.getByRole('img', { name: 'Código QR do Pix no valor de R$ 49,90' })
      assert.equal(decodeQr(await pixelsOf(blank, await image.screenshot())), code)
    }
  }
  await Promise.all([page.close(), blank.close()])
})

test('the page shows who sells, what, and at which price', async () => {
  const checkout = await sell(await service.account('Ateliê da Rua'))
  const { page } = await buyer.visit(checkout.checkout_url)
  const shown = async (selector: string) =>
    (await page.locator(selector).innerText()).replaceAll(/\s+/g, ' ').trim()
  assert.equal(await page.title(), 'Aguardando pagamento · Ateliê da Rua')
  assert.equal(await shown('header .name'), 'Ateliê da Rua')
  assert.equal(await shown('h1'), 'Pague com Pix R$ 49,90')
  assert.equal(await shown('.product'), 'Caneca de cerâmica')
  assert.equal(await shown('.description'), mug.description.replace('\n', ' '))
  assert.equal(await shown('.price'), 'Preço de referência: R$ 69,90 Preço: R$ 49,90')
  assert.equal(await shown('.price s'), 'R$ 69,90')
  await page.close()
})
