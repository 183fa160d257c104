/** The buyer's browser: a headless Chromium, its complaints, and a seller's site to go to. */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright-core'
import { atEnd } from './atEnd.ts'
import { tool, toolsOf } from './tools.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Longer than anything takes that is going to happen at all. */
const PATIENCE_MS = 120_000

const flags = [
  '--disable-background-networking',
  // No address outside is even looked up.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

type Packaged = { default: { executablePath(): Promise<string> } }

/** The folder with the browser from npm, unpacked once for every test file and every run. */
async function unpack(): Promise<string> {
  const manifest = join(await toolsOf('browser'), '@sparticuz/chromium/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const folder = join(root, 'node_modules', '.cache', `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(join(folder, '..'), { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  const { TMPDIR, CODEBUILD_BUILD_IMAGE } = process.env
  try {
    // The package unpacks where temporary files go, and its own libraries only for this image.
    Object.assign(process.env, { TMPDIR: fresh, CODEBUILD_BUILD_IMAGE: 'nodejs24.x' })
    const { default: packaged } = await tool<Packaged>('browser', '@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    restore({ TMPDIR, CODEBUILD_BUILD_IMAGE })
  }
  // Renamed when whole, so that neither an interruption nor a second process leaves a half one.
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  return folder
}

function restore(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

/** The browser from npm; with its own libraries where the machine lacks them. */
async function fromNpm(libraries: 'own' | 'of the machine'): Promise<LaunchOptions> {
  const folder = await unpack()
  // Its font serves where the machine has none.
  const env = { ...process.env, XDG_DATA_HOME: folder }
  const own = { ...env, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return { executablePath: join(folder, 'chromium'), env: libraries === 'own' ? own : env }
}

/** Every browser that may be there, the best first; most of them are not. */
function* browsers(): Generator<LaunchOptions | Promise<LaunchOptions>> {
  if (process.platform === 'linux') {
    yield fromNpm('of the machine')
    yield fromNpm('own')
  }
  for (const channel of ['chrome', 'chromium', 'msedge']) yield { channel }
  for (const place of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      const executablePath = join(place, name)
      if (existsSync(executablePath)) yield { executablePath }
    }
  }
}

/**
 * Starts a headless Chromium that is closed after the test file.
 *
 * @throws Error of one line when none starts
 */
export async function openBrowser(): Promise<Browser> {
  const reasons: string[] = []
  for (const options of browsers()) {
    try {
      const browser = await chromium.launch({ ...(await options), args: flags })
      atEnd(() => browser.close())
      return browser
    } catch (error) {
      const { message } = error as Error
      reasons.push(/error while .*|.+/.exec(message)?.[0] ?? message)
    }
  }
  const reason = reasons[0] ?? 'none was found'
  throw new Error(`These tests need Chrome or Chromium, and none starts here: ${reason}`)
}

/** A page, and the events on it. */
export type Visit = {
  page: Page
  /** Errors and warnings of the console, the Content Security Policy's among them. */
  faults: string[]
  /** Method and address of each request, those that were stopped included. */
  requests: string[]
  /** Requests for another host than the service and the seller's site; all of them stopped. */
  outside: string[]
}

export type BuyerOptions = {
  /** The language as the browser sends it; BCP 47. */
  language?: string
  scripts?: boolean
  permissions?: string[]
}

/** A buyer with a browser profile of their own, who goes nowhere but to these origins. */
export class Buyer {
  readonly context: BrowserContext
  readonly origins: readonly string[]

  private constructor(context: BrowserContext, origins: readonly string[]) {
    this.context = context
    this.origins = origins
  }

  static async with(
    browser: Browser,
    origins: readonly string[],
    { language = 'pt-BR', scripts = true, permissions = [] }: BuyerOptions = {},
  ): Promise<Buyer> {
    const context = await browser.newContext({
      locale: language,
      javaScriptEnabled: scripts,
      permissions,
      viewport: { width: 1280, height: 900 },
    })
    context.setDefaultTimeout(PATIENCE_MS)
    const buyer = new Buyer(context, origins)
    await context.route(
      (url) => !buyer.knows(url),
      (route) => route.abort(),
    )
    return buyer
  }

  knows({ protocol, origin }: URL): boolean {
    return protocol === 'data:' || this.origins.includes(origin)
  }

  /** Opens an address in a new tab. */
  async visit(url: string, prepare?: (page: Page) => Promise<unknown>): Promise<Visit> {
    const page = await this.context.newPage()
    const visit: Visit = { page, faults: [], requests: [], outside: [] }
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) visit.faults.push(message.text())
    })
    page.on('pageerror', (error) => visit.faults.push(error.message))
    page.on('request', (request) => {
      if (request.url().startsWith('data:')) return
      visit.requests.push(`${request.method()} ${request.url()}`)
      if (!this.knows(new URL(request.url()))) visit.outside.push(request.url())
    })
    await prepare?.(page)
    await page.goto(url)
    return visit
  }
}

/** Waits until the page has this heading, however it comes to it. */
export const heading = (page: Page, name: string, level = 1): Promise<void> =>
  page.getByRole('heading', { level, name, exact: true }).waitFor()

/** Presses a button by its name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Half the size of `axe.source`: each page that is opened has to read it. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Rules of axe-core: of WCAG 2.2 AA, or of colours alone where nothing else differs. */
const rules = {
  all: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast'],
}

/**
 * The violations that axe-core finds, a line each.
 *
 * @param of a selector of the element that it looks at, unless that is the document
 */
export async function barriers(
  page: Page,
  { rule = 'all', of }: { rule?: keyof typeof rules; of?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource)
  // Elements are shown by their HTML: the shortest selector takes long to find.
  const options = { runOnly: rules[rule], resultTypes: ['violations'], selectors: false }
  const place = of === undefined ? 'document' : JSON.stringify(of)
  const run = `axe.run(${place}, ${JSON.stringify(options)})`
  const { violations } = await page.evaluate<AxeResults>(run)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** The CSS pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
}

type Stop = { name: string; marked: boolean; outside: boolean }

/** Elements that Tab reaches from the top until focus leaves the page, by tag and name. */
export async function walk(page: Page): Promise<{ stops: string[]; unmarked: string[] }> {
  const stops: string[] = []
  const unmarked: string[] = []
  // A browser sets the first focus after it has drawn the page.
  const first = page.locator('[autofocus]')
  if ((await first.count()) > 0) await first.and(page.locator(':focus')).waitFor()
  for (;;) {
    await page.keyboard.press('Tab')
    const { name, marked, outside } = await page.evaluate<Stop>(`(() => {
      const { activeElement: at } = document
      const { outlineStyle, outlineWidth } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      return {
        name: at.labels?.length ? at.labels[0].innerText : at.innerText.trim(),
        marked: outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 &&
          box.top >= 0 && box.bottom <= innerHeight,
        outside: at === document.body,
      }
    })()`)
    if (outside || stops.length > 50) return { stops, unmarked }
    stops.push(name)
    if (!marked) unmarked.push(name)
  }
}

/** Keeps a picture of the whole page in the folder that `SCREENSHOTS` names, if it names one. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

/** The seller's own site, where buyers come from and go back to. */
export type Shop = {
  origin: string
  /** Each request for a page, with the address that the browser said it came from. */
  visits: { path: string; referer: string | undefined }[]
  /** Other pages than the plain one; by path. */
  pages: Record<string, string>
}

/** Opens a seller's site on this machine, and closes it after the test file. */
export async function openShop(): Promise<Shop> {
  const visits: Shop['visits'] = []
  const pages: Shop['pages'] = {}
  const server = createServer(({ url = '', headers: { referer } }, response) => {
    visits.push({ path: url, referer })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(pages[url] ?? '<!doctype html><html lang="pt-BR"><title>Loja</title><h1>Loja</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, visits, pages }
}
