/** Text of a seller, a customer or a bank stays text on the page, and no head tells too much. */
import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { handlers } from '../../../../handlers/index.ts'
import { Buyer, openBrowser, openShop } from '../../../support/chromium.ts'
import { control, long, property } from '../../../support/property.ts'
import { startService } from '../../../support/service.ts'
import {
  assertOnlyText,
  attacks,
  hostileSession,
  languages,
  pageIn,
  states,
} from '../../../guarantees/support/hostilePages.ts'
import type { State } from '../../../guarantees/support/hostilePages.ts'
import { assertSafe, everyAnswer } from '../../../guarantees/support/safeAnswers.ts'

const browser = await openBrowser()
const shop = await openShop()
const service = await startService()
const buyer = await Buyer.with(browser, [service.url, shop.origin])

/**
 * Every state in every language with every attack. The short form takes the next language and the
 * next attack for each state: there are as many states as attacks, so that each is there.
 */
function* visits(): Generator<[state: State, language: string, what: string]> {
  const whats = Object.keys(attacks)
  const nth = (all: readonly string[], i: number) => (long ? all : [all[i % all.length] ?? ''])
  for (const [i, state] of states.entries()) {
    for (const language of nth(languages, i)) {
      for (const what of nth(whats, i)) yield [state, language, what]
    }
  }
}

async function visitHostile(state: State, language: string, what: string): Promise<void> {
  const text = attacks[what] ?? ''
  const session = await hostileSession(service, text, shop.origin)
  const url = await pageIn(state, session, text)
  const lang = `${url.includes('?') ? '&' : '?'}lang=${language}`
  const visit = await buyer.visit(url + lang)
  assert.equal(await visit.page.locator('html').getAttribute('lang'), language)
  await assertOnlyText(visit, state, text)
  assert.deepEqual(visit.outside, [])
  await visit.page.close()
}

async function assertEveryAnswerSafe(): Promise<number> {
  let count = 0
  for await (const [name, answer] of everyAnswer(service)) {
    assertSafe(name, answer)
    count++
  }
  return count
}

property('S9', async () => {
  let pages = 0
  for (const visit of visits()) {
    await visitHostile(...visit)
    pages++
  }
  mock.restoreAll()
  const answers = await assertEveryAnswerSafe()
  return (
    `0 of ${pages} hostile pages (${states.length} states, ${languages.length} languages) ` +
    `ran anything; the heads of ${answers} answers as they must be`
  )
})

const own = handlers.getPaymentPage

type Reply = Awaited<ReturnType<typeof own>>

function changePage(change: (reply: Reply) => Reply): void {
  mock.method(handlers, 'getPaymentPage', async (input: Parameters<typeof own>[0]) =>
    change(await own(input)),
  )
}

/** Renders as a template that does not escape. */
const unescaped = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')

control('S9', 'a text is not escaped, and the policy stops it', async (t) => {
  const session = await hostileSession(service, attacks['an image'] ?? '', shop.origin)
  changePage((reply) => ({ ...reply, body: unescaped(reply.body) }))
  t.onTestFinished(() => mock.restoreAll())
  const visit = await buyer.visit(session.url)
  await assertOnlyText(visit, 'open', attacks['an image'] ?? '')
})

control('S9', 'a text is not escaped, and there is no policy', async (t) => {
  const session = await hostileSession(service, attacks['a script'] ?? '', shop.origin)
  changePage((reply) => ({ ...reply, headers: {}, body: unescaped(reply.body) }))
  t.onTestFinished(() => mock.restoreAll())
  const visit = await buyer.visit(session.url)
  await assertOnlyText({ ...visit, faults: [] }, 'open', attacks['a script'] ?? '')
})

control('S9', 'the policy lets anything inline run', async (t) => {
  changePage((reply) => {
    const headers = { ...reply.headers }
    const policy = headers['Content-Security-Policy'] ?? ''
    headers['Content-Security-Policy'] = policy.replace('script-src', "script-src 'unsafe-inline'")
    return { ...reply, headers }
  })
  t.onTestFinished(() => mock.restoreAll())
  await assertEveryAnswerSafe()
})

control('S9', 'an answer names the program', async (t) => {
  const getHealth = handlers.getHealth
  mock.method(handlers, 'getHealth', async (input: Parameters<typeof getHealth>[0]) => ({
    ...(await getHealth(input)),
    headers: { 'X-Powered-By': 'Balcao' },
  }))
  t.onTestFinished(() => mock.restoreAll())
  await assertEveryAnswerSafe()
})
