import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { test } from 'vitest'
import { MAX_LOGO_BYTES } from '../../domain/settings/logo.ts'
import { hasAllRows } from '../../domain/settings/pngRows.ts'
import { ParsingRefused } from '../../runtime/parserPool.ts'
import { threadMs } from '../../runtime/processorBudget.ts'
import {
  jpeg,
  jpegSegment,
  logoBody,
  logoOf,
  png,
  pngChunk,
  pngOf,
  webp,
  webpChunk,
  webpExtended,
} from '../support/images.ts'
import { assertRefused } from '../support/refused.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const path = '/v1/settings/logo'

const kinds = [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
] as const

const set = (file: Buffer, type = 'image/png') => seller.put<'Settings'>(path, logoBody(file, type))

/** The file as it is served. */
async function served(logo_url: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(logo_url ?? '')
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

for (const [type, make] of kinds) {
  test(`${type} is taken with sides of 32 to 2,048 pixels, and comes back as it was`, async () => {
    for (const file of [make(32), make(2_048), make(32, 2_048)]) {
      const { status, body, text } = await set(file, type)
      assert.equal(status, 200, text)
      assert.deepEqual(await served(body.logo_url), file)
    }
    for (const file of [make(31), make(32, 31), make(2_049), make(32, 2_049)]) {
      assertRefused(await set(file, type), 'invalid_logo', 'data')
    }
  })

  test(`a file that is no ${type} is not taken for one`, async () => {
    for (const [other, makeOther] of kinds) {
      if (other !== type) assertRefused(await set(makeOther(), type), 'invalid_logo', 'data')
    }
    const file = make()
    for (let end = 0; end < file.length; end++) {
      const { status } = await set(file.subarray(0, end), type)
      assert.equal(status, 400, `${end} of ${file.length} bytes`)
    }
  })

  test(`${type}: what follows the end of the file is left out`, async () => {
    const more = Buffer.concat([make(), Buffer.from('<script>alert(1)</script>')])
    const { status, body, text } = await set(more, type)
    assert.equal(status, 200, text)
    assert.deepEqual(await served(body.logo_url), make())
  })
}

test('a logo has 128 KiB at most, whatever it would unpack to', async () => {
  // A chunk of colours is kept, so that the size of the file can be chosen.
  const sized = (bytes: number) => {
    const beside = png(32, 32, [pngChunk('iCCP', Buffer.alloc(0))]).length
    return png(32, 32, [pngChunk('iCCP', Buffer.alloc(bytes - beside))])
  }
  const largest = sized(128 * 1024)
  assert.equal(largest.length, 128 * 1024)
  const { status, body, text } = await set(largest)
  assert.equal(status, 200, text)
  assert.deepEqual(await served(body.logo_url), largest)
  assertRefused(await set(sized(128 * 1024 + 1)), 'invalid_logo', 'data')
  assert.equal((await seller.get<'Settings'>('/v1/settings')).body.logo_url, body.logo_url)
})

/** Bytes of all rows of 33 × 35 pixels, worked out by hand from the tables of the standard. */
const layouts = [
  { depth: 1, colours: 0, bytes: 35 * (1 + 5) },
  { depth: 8, colours: 2, bytes: 35 * (1 + 99) },
  { depth: 4, colours: 3, bytes: 35 * (1 + 17) },
  { depth: 16, colours: 4, bytes: 35 * (1 + 132) },
  { depth: 16, colours: 6, bytes: 35 * (1 + 264) },
  // Passes of 5×5, 4×5, 9×4, 8×9, 17×9, 16×18 and 33×17 pixels.
  {
    depth: 8,
    colours: 0,
    adam7: true,
    bytes: 5 * 6 + 5 * 5 + 4 * 10 + 9 * 9 + 9 * 18 + 18 * 17 + 17 * 34,
  },
]

for (const { bytes, ...layout } of layouts) {
  const name = `${layout.depth} bits, colours ${layout.colours}${layout.adam7 ? ', Adam7' : ''}`
  test(`a PNG of ${name} has as many rows as its head says`, async () => {
    const head = { width: 33, height: 35, ...layout }
    const file = (length: number) => pngOf(deflateSync(Buffer.alloc(length)), head)
    assert.equal((await set(file(bytes))).status, 200)
    assert.equal((await set(file(bytes + 1))).status, 200, 'more is not looked at')
    assertRefused(await set(file(bytes - 1)), 'invalid_logo', 'data')
    const whole = deflateSync(randomBytes(bytes))
    assertRefused(await set(pngOf(whole.subarray(0, -40), head)), 'invalid_logo', 'data')
    whole.fill(0xff, 20, 60)
    assertRefused(await set(pngOf(whole, head)), 'invalid_logo', 'data')
  })
}

test('a PNG that unpacks to a hundred megabytes costs no more than its sides say', () => {
  const bomb = pngOf(deflateSync(Buffer.alloc(100 << 20)), { width: 32, height: 32 })
  assert.ok(bomb.length < MAX_LOGO_BYTES)
  hasAllRows(bomb)
  const usedMs = threadMs()
  assert.equal(hasAllRows(bomb), true)
  const spentMs = threadMs() - usedMs
  assert.ok(spentMs < 20, `${spentMs} ms of processor time`)
})

test('a body has 192 KiB here, and one byte more is too many', async () => {
  const headers = { 'content-type': 'application/json' }
  const sent = (bytes: number) => {
    const raw = JSON.stringify(logoBody()).padEnd(bytes)
    return service.request('PUT', path, { token: seller.token, raw, headers })
  }
  assert.equal((await sent(192 * 1024)).status, 200)
  assertRefused(await sent(192 * 1024 + 1), 'request_too_large')
})

test('metadata of camera and place is taken out of the file', async () => {
  const told = Buffer.from('GPS -23.55 -46.63')
  const files = [
    [png(32, 32, [pngChunk('eXIf', told), pngChunk('tEXt', told)]), 'image/png', png()],
    [jpeg(32, 32, [jpegSegment(0xe1, told), jpegSegment(0xfe, told)]), 'image/jpeg', jpeg()],
    [
      webp(32, 32, { before: [webpExtended(0x0c)], after: [webpChunk('EXIF', told)] }),
      'image/webp',
      webp(32, 32, { before: [webpExtended(0)] }),
    ],
  ] as const
  for (const [file, type, without] of files) {
    const { status, body, text } = await set(file, type)
    assert.equal(status, 200, text)
    assert.deepEqual(await served(body.logo_url), without)
  }
})

/** A segment with EXIF: its orientation behind a tag of the camera, in either order of bytes. */
function exif(orientation: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(38)
  tiff.write(isLittle ? 'II' : 'MM', 'latin1')
  const uint16 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  const uint32 = (value: number, at: number) =>
    isLittle ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at)
  uint16(42, 2)
  uint32(8, 4)
  uint16(2, 8)
  for (const [at, tag, value] of [
    [10, 0x010f, 0x4750],
    [22, 0x0112, orientation],
  ] as const) {
    uint16(tag, at)
    uint16(3, at + 2)
    uint32(1, at + 4)
    uint16(value, at + 8)
  }
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))
}

test('the orientation of a photograph stays, and nothing else of its EXIF', async () => {
  for (const isLittle of [true, false]) {
    const { status, body, text } = await set(jpeg(32, 32, [exif(6, isLittle)]), 'image/jpeg')
    assert.equal(status, 200, text)
    const file = await served(body.logo_url)
    const orientation = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6])
    assert.ok(file.includes(orientation) && !file.includes('GP') && !file.includes('PG'))
    // The kept file is taken again, and says the same.
    const again = await set(file, 'image/jpeg')
    assert.deepEqual(await served(again.body.logo_url), file)
  }
  for (const value of [1, 0, 9]) {
    const { body } = await set(jpeg(32, 32, [exif(value, true)]), 'image/jpeg')
    assert.deepEqual(await served(body.logo_url), jpeg())
  }
})

test('fill bytes before markers of a JPEG are taken, and left out', async () => {
  const fill = Buffer.from([0xff, 0xff])
  const filled = Buffer.concat([
    jpeg(32, 32, [fill]).subarray(0, -2),
    fill,
    Buffer.from([0xff, 0xd9]),
  ])
  const { status, body, text } = await set(filled, 'image/jpeg')
  assert.equal(status, 200, text)
  assert.deepEqual(await served(body.logo_url), jpeg())
})

test('animations, broken checksums and files of two sizes are refused', async () => {
  const broken = Buffer.from(png())
  broken[20] = 255
  const files = [
    [png(32, 32, [pngChunk('acTL', Buffer.alloc(8))]), 'image/png'],
    [png(32, 32, [pngChunk('ZZZZ', Buffer.alloc(8))]), 'image/png'],
    [broken, 'image/png'],
    [webp(32, 32, { before: [webpExtended(0x02)] }), 'image/webp'],
    [webp(32, 32, { before: [webpExtended(0, 64, 64)] }), 'image/webp'],
    [webp(32, 32, { after: [webpChunk('VP8L', Buffer.from([0x2f, 0, 0, 0, 0]))] }), 'image/webp'],
    [jpeg(32, 32, [jpegSegment(0xc0, Buffer.from([8, 9, 0, 9, 0, 1, 1, 0x11, 0]))]), 'image/jpeg'],
  ] as const
  for (const [file, type] of files) assertRefused(await set(file, type), 'invalid_logo', 'data')
})

test('data that is no base64, or of another type, is refused', async () => {
  for (const data of ['', '!', 'AAA', 'AA==AA==', 'AAAA\n', `${logoBody().data}====`]) {
    const answer = await seller.put(path, { content_type: 'image/png', data })
    assertRefused(answer, 'invalid_logo', 'data')
  }
  const svg = await seller.put(path, { ...logoBody(), content_type: 'image/svg+xml' })
  assertRefused(svg, 'invalid_logo', 'content_type')
})

test('a new logo takes the place of the one before, whose address ends', async () => {
  const account = await service.account()
  const at = (id: string) => service.request('GET', `/logos/${account.seller_id}/${id}`)
  const first = await logoOf(account, png(40))
  const second = await logoOf(account, png(50))
  assert.deepEqual([(await at(first)).status, (await at(second)).status], [404, 200])
  // The same file again changes nothing.
  assert.equal(await logoOf(account, png(50)), second)
  const { body } = await account.get<'AuditEventList'>('/v1/audit_events')
  const actions = body.data.map(({ action }) => action)
  assert.deepEqual(
    actions.filter((one) => one.startsWith('settings.')),
    ['settings.logo_set', 'settings.logo_set'],
  )
})

test('two sellers may have the same file, and neither ends that of the other', async () => {
  const [one, other] = [await service.account(), await service.account()]
  const id = await logoOf(one)
  assert.equal(await logoOf(other), id)
  await one.delete(path)
  const { status } = await service.request('GET', `/logos/${other.seller_id}/${id}`)
  assert.equal(status, 200)
})

test('a seller that has used up the time of the threads is told to wait', async () => {
  const { parsers } = service.service
  const run = parsers.run.bind(parsers)
  parsers.run = () => Promise.reject(new ParsingRefused('The time is used up.'))
  try {
    const answer = await set(png())
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('retry-after'), '10')
  } finally {
    parsers.run = run
  }
})
