/** Addresses from outside: refused at once, or the same wherever they are used. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { formats } from '../../contract/keywords.ts'
import { webAddress } from '../../contract/webAddress.ts'
import { faultOfReturnUrl } from '../../domain/checkouts/open.ts'
import { createPost } from '../../domain/webhooks/post.ts'
import { faultOfUrl } from '../../domain/outgoing/ssrfGuard.ts'
import { resolver } from '../support/listener.ts'
import { startReceiver } from '../support/receiver.ts'

const receiver = await startReceiver()
const { port } = new URL(receiver.url)
const { signal } = new AbortController()

const capitals = (text: string) =>
  fc.mixedCase(fc.constant(text), { toggleCase: (letter) => letter.toUpperCase() })
const hosts = ['loja.example', 'açaí.com.br', 'xn--aa-4iaz.com.br', '127.0.0.1', '127.1', '0x7f.1']
const oddHosts = [
  '[::1]',
  '[::ffff:127.0.0.1]',
  '①②⑦.1',
  'loja.example.',
  'a b',
  'a%62.br',
  '1.2.3.256',
]
const users = ['', 'ana@', 'ana:segredo@', 'josé:é%C3%A9@', '%E0@', '@', 'a:b:c@']
const piece = fc
  .array(
    fc.constantFrom(
      'a',
      'ã',
      '/',
      '%2F',
      '%C3%A3',
      '.',
      '..',
      '+',
      "'",
      '&',
      '=',
      '😀',
      ':',
      ' ',
      '|',
      '\\',
    ),
  )
  .map((all) => all.join(''))
const ended = (mark: string) =>
  fc.option(piece, { nil: undefined }).map((text) => (text === undefined ? '' : mark + text))

const addresses = fc
  .tuple(
    fc.constantFrom('http', 'https').chain(capitals),
    fc.constantFrom(...users),
    fc.constantFrom(...hosts, ...oddHosts).chain(capitals),
    fc.constantFrom(`:${port}`, `:${port}`, `:0${port}`, ':', ':99999'),
    ended('/'),
    ended('?'),
    ended('#'),
  )
  .map(([scheme, user, host, at, ...after]) => `${scheme}://${user}${host}${at}${after.join('')}`)

/** True for an address that the contract takes, by its format and by the pattern beside it. */
const isTaken = (text: string) =>
  formats.iri(text) && /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#]/.test(text)

test('an address that is taken is the same for the buyer, the guard and the sender', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(addresses, async (text) => {
      if (!isTaken(text)) return
      const url = new URL(text)
      const address = webAddress(text)
      // A user that cannot be decoded is refused by the rules behind the contract.
      if (!address) return void assert.match(faultOfUrl(text, 'sandbox') ?? '', /is not/)
      assert.equal(address.href, url.href)
      const isOpen = url.username === '' && url.password === ''
      assert.equal(faultOfReturnUrl(text, 'sandbox') === undefined, isOpen)
      assert.equal(
        faultOfReturnUrl(text, 'live') === undefined,
        isOpen && url.protocol === 'https:',
      )
      if (url.port !== port || url.hostname.startsWith('[')) return
      taken++
      const { lookup, asked } = resolver(['127.0.0.1'])
      const post = createPost({ mode: 'sandbox', lookup })
      const before = receiver.received.length
      const outcome = await post({
        seller_id: 'acct_1',
        url: text,
        headers: {},
        body: '{}',
        signal,
      })
      if (url.protocol === 'https:') {
        // The receiver speaks no TLS; that it was spoken to in TLS is what matters.
        return void assert.match(outcome.response_text, /SSL|TLS|EPROTO|hang up|ECONNRESET/)
      }
      assert.equal(outcome.status, 'delivered', `${text}: ${outcome.response_text}`)
      assert.equal(receiver.received[before]?.path, url.pathname + url.search)
      if (asked.length > 0) assert.deepEqual(asked, [url.hostname])
    }),
    { numRuns: 400 },
  )
  assert.ok(taken > 5, `${taken}`)
})

test('a line break, a tab or a space in an address is not read over', () => {
  for (const text of ['http://a\n.br', '\thttp://a.br', 'http://a.br/ ', 'http://a.br/\u0085']) {
    assert.equal(webAddress(text), undefined)
    assert.equal(formats.iri(text), false)
  }
})
