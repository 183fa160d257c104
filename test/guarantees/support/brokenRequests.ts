/** Requests that break HTTP, and the answers that must come back. */
export type BrokenRequest = {
  name: string
  text: string
  /** The statuses of all answers on the connection, in their order. */
  statuses: number[]
  /** True when the service must end the connection. */
  closes: boolean
}

const HOST = 'Host: localhost\r\n'
const FORM = 'Content-Type: application/x-www-form-urlencoded\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

/** Bytes that a second reader could take for a request of its own. */
const HIDDEN = `GET /v1/hidden HTTP/1.1\r\n${HOST}\r\n`

const get = (target: string, more = '') => `GET ${target} HTTP/1.1\r\n${HOST}${more}\r\n`
const head = (lines: string) => `GET /health HTTP/1.1\r\n${lines}\r\n`
const post = (headers: string, body: string) =>
  `POST /oauth/token HTTP/1.1\r\n${HOST}${FORM}${headers}\r\n${body}${HIDDEN}`

/** Refused with 400, and nothing that follows is read as a request. */
const refused: Record<string, string> = {
  'no Host': head(''),
  'two Hosts': head(`${HOST}Host: b\r\n`),
  'two equal Hosts': head(`${HOST}${HOST}`),
  'a list of Hosts': head('Host: a, b\r\n'),
  'a Host that is none': head('Host: a b@c/d\r\n'),
  'two Hosts, in an absolute target': `GET http://a/health HTTP/1.1\r\n${HOST}Host: b\r\n\r\n`,
  'obs-fold': head(`${HOST}X: a\r\n b\r\n`),
  'obs-fold by a tab': head(`${HOST}X: a\r\n\tb\r\n`),
  'a space before the first header': head(` X: a\r\n${HOST}`),
  'bare LF': 'GET /health HTTP/1.1\nHost: a\n\n',
  'bare LF after a header': head('Host: a\nX: b\r\n'),
  'bare CR after a header': head('Host: a\rX: b\r\n'),
  'bare CR in a value': head(`${HOST}X: a\rb\r\n`),
  'NUL in a value': head(`${HOST}X: a\0b\r\n`),
  'NUL in a name': head(`${HOST}X\0: a\r\n`),
  'a header without a colon': head(`${HOST}bad header\r\n`),
  'a header without a name': head(`${HOST}: a\r\n`),
  'a space before the colon': post('Content-Length : 4\r\n', 'abcd'),
  'Content-Length and Transfer-Encoding': post(`Content-Length: 4\r\n${CHUNKED}`, '0\r\n\r\n'),
  'Transfer-Encoding and Content-Length': post(`${CHUNKED}Content-Length: 4\r\n`, '0\r\n\r\n'),
  'two Content-Lengths': post('Content-Length: 4\r\nContent-Length: 0\r\n', 'abcd'),
  'two equal Content-Lengths': post('Content-Length: 4\r\nContent-Length: 4\r\n', 'abcd'),
  'a list of Content-Lengths': post('Content-Length: 4, 4\r\n', 'abcd'),
  'Content-Length +4': post('Content-Length: +4\r\n', 'abcd'),
  'Content-Length -4': post('Content-Length: -4\r\n', 'abcd'),
  'Content-Length 0x4': post('Content-Length: 0x4\r\n', 'abcd'),
  'Content-Length 4.0': post('Content-Length: 4.0\r\n', 'abcd'),
  'an empty Content-Length': post('Content-Length:\r\n', ''),
  'a Content-Length past 2^64': post('Content-Length: 18446744073709551620\r\n', 'abcd'),
  'Transfer-Encoding identity': post('Transfer-Encoding: identity\r\n', ''),
  'Transfer-Encoding xchunked': post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'),
  'chunked twice': post(`${CHUNKED}${CHUNKED}`, '0\r\n\r\n'),
  'chunked, then gzip': post('Transfer-Encoding: chunked, gzip\r\n', '0\r\n\r\n'),
  'chunked after a vertical tab': post('Transfer-Encoding:\x0bchunked\r\n', '0\r\n\r\n'),
  'chunked in HTTP/1.0': `POST /oauth/token HTTP/1.0\r\n${CHUNKED}\r\n0\r\n\r\n`,
  'a chunk of 0x4': post(CHUNKED, '0x4\r\nabcd\r\n0\r\n\r\n'),
  'a chunk of -4': post(CHUNKED, '-4\r\nabcd\r\n0\r\n\r\n'),
  'a chunk past 2^64': post(CHUNKED, '10000000000000004\r\nabcd\r\n0\r\n\r\n'),
  'a chunk ended by LF': post(CHUNKED, '4\nabcd\n0\n\n'),
  'a chunk longer than it says': post(CHUNKED, '4\r\nabcdX0\r\n\r\n'),
  'LF in a chunk extension': post(CHUNKED, '4;a\nb\r\nabcd\r\n0\r\n\r\n'),
  'HTTP/0.9': 'GET /health\r\n\r\n',
  'HTTP/1.2': 'GET /health HTTP/1.2\r\nHost: localhost\r\n\r\n',
  'HTTP/2.0 in words': 'GET /health HTTP/2.0\r\nHost: localhost\r\n\r\n',
  'HTTP/01.1': 'GET /health HTTP/01.1\r\nHost: localhost\r\n\r\n',
  'HTTP/2 with prior knowledge': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  TLS: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'a method in lower case': `get /health HTTP/1.1\r\n${HOST}\r\n`,
  'an unknown method': `BREW /health HTTP/1.1\r\n${HOST}\r\n`,
  'no target': `GET HTTP/1.1\r\n${HOST}\r\n`,
  'a target with a space': get('/health x'),
  'a target after a tab': `GET\t/health HTTP/1.1\r\n${HOST}\r\n`,
  'a target without a slash': get('health'),
  'an authority as target': get('a:80'),
  'NUL in the target': get('/v1/customers/a\0b'),
  'bytes in the target': get('/v1/customers/\xe9'),
  CONNECT: `CONNECT a:443 HTTP/1.1\r\n${HOST}\r\n`,
}

/** Handled deliberately, each in a way of its own. */
const handled: [name: string, text: string, statuses: number[], closes?: boolean][] = [
  ['a request as it should be', get('/health'), [200]],
  ['an empty line before it', `\r\n${get('/health')}`, [200]],
  ['an absolute target', get('http://elsewhere/docs?x=1'), [421]],
  ['an absolute target of this service', get('HTTP://LOCALHOST:80/health'), [200]],
  ['an absolute target without a path', get('http://localhost'), [303]],
  ['a target of another scheme', get('ftp://a/health'), [404]],
  ['the asterisk', `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, [404]],
  ['two slashes', get('//health'), [404]],
  ['dots', get('/docs/../health'), [404]],
  ['a fragment', get('/health#x'), [404]],
  ['an encoded slash', get('/docs%2f..%2fpackage.json'), [404]],
  ['an encoded NUL', get('/health%00'), [404]],
  ['a broken percent-encoding', get('/pay%zz/%'), [404]],
  ['TRACE', `TRACE /health HTTP/1.1\r\n${HOST}Cookie: secret\r\n\r\n`, [405]],
  [
    'two Authorizations',
    get('/v1/me', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n'),
    [401],
  ],
  ['Upgrade', get('/health', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), [200]],
  [
    'Upgrade to h2c',
    get('/health', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'),
    [200],
  ],
  ['Expect', get('/health', 'Expect: 100-continue\r\n'), [100, 200]],
  ['an expectation that means nothing', get('/health', 'Expect: 200-ok\r\n'), [200]],
  ['gzip, then chunked', post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'), [400, 404]],
  [
    'a body in chunks, then another request',
    post(CHUNKED, '4;a=b\r\nabcd\r\n0\r\nX: y\r\n\r\n'),
    [400, 404],
  ],
  [
    'a body where none is read',
    `${get('/health', 'Content-Length: 4\r\n')}abcd${HIDDEN}`,
    [200, 404],
  ],
  ['HTTP/1.0 without a Host', 'GET /health HTTP/1.0\r\n\r\n', [200], true],
  ['a long target', get(`/${'a'.repeat(12_000)}`), [404]],
  ['too long a target', get(`/${'a'.repeat(17_000)}`), [431], true],
  ['too long a header', head(`${HOST}X: ${'a'.repeat(17_000)}\r\n`), [431], true],
  ['a header without an end', head(`${HOST}X: ${'a'.repeat(2_000_000)}`), [431], true],
  ['200 headers', head(`${HOST}${'X: a\r\n'.repeat(199)}`), [200]],
  ['201 headers', head(`${HOST}${'X: a\r\n'.repeat(200)}`), [431], true],
  ['15,000 headers', head(`${HOST}${'X:\r\n'.repeat(15_000)}`), [431], true],
  ['two Hosts, far apart', head(`${HOST}${'X:\r\n'.repeat(190)}${HOST}`), [400], true],
  ['too long a trailer', post(CHUNKED, `0\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`), [431], true],
  [
    'too long a chunk extension',
    post(CHUNKED, `4;${'a'.repeat(17_000)}\r\nabcd\r\n0\r\n\r\n`),
    [413],
    true,
  ],
  ['three at once', get('/health') + get('/v1/me') + get('/health'), [200, 401, 200]],
  ['a hundred at once', get('/health').repeat(100), Array.from({ length: 100 }, () => 200)],
  ['nonsense after a request', `${get('/health')}nonsense\r\n\r\n`, [200, 400], true],
  [
    'nonsense after a body',
    `POST /v1/customers HTTP/1.1\r\n${HOST}Content-Length: 2\r\n\r\n{}x`,
    [401, 400],
    true,
  ],
  ['a request after the last one', get('/health', 'Connection: close\r\n') + HIDDEN, [200], true],
]

export const brokenRequests: BrokenRequest[] = [
  ...Object.entries(refused).map(([name, text]) => ({
    name,
    text: text + (text.endsWith(HIDDEN) ? '' : HIDDEN),
    statuses: [400],
    closes: true,
  })),
  ...handled.map(([name, text, statuses, closes = false]) => ({ name, text, statuses, closes })),
]

const oddities = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '%',
  '/',
  '?',
  '#',
  '\x7f',
  '\xff',
  '0',
  HOST,
  CHUNKED,
  'Content-Length: 3\r\n',
  'Content-Length: 0\r\n',
  'Connection: close\r\n',
  'Upgrade: x\r\n',
  'Expect: 100-continue\r\n',
  ' HTTP/1.0',
  'a'.repeat(20_000),
]

type Random = () => number

const below = (random: Random, limit: number) => Math.floor(random() * limit)

const one = (random: Random, texts: string[]): string => texts[below(random, texts.length)] ?? ''

/** Makes one or two good requests with a few bytes added, taken away, changed or said twice. */
export function mutated(random: Random): string {
  const bases = [
    get('/health'),
    get('/v1/customers?limit=1', 'Authorization: Bearer a\r\n'),
    post('Content-Length: 29\r\n', 'grant_type=client_credentials'),
    post(CHUNKED, '4\r\ngran\r\n0\r\n\r\n'),
  ]
  let text = one(random, bases) + one(random, ['', ...bases])
  for (let i = below(random, 3); i >= 0; i--) {
    const at = below(random, text.length)
    const length = below(random, 12)
    const changes = [
      text.slice(0, at) + one(random, oddities) + text.slice(at),
      text.slice(0, at) + text.slice(at + length),
      text.slice(0, at) + one(random, oddities) + text.slice(at + 1),
      text.slice(0, at + length) + text.slice(at),
    ]
    text = one(random, changes)
  }
  return text
}
