/** Files that are larger than a form takes: the person reads the limit, others notice nothing. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'vitest'
import { MAX_DISCARDED_BYTES } from '../../http/response.ts'
import { hiddenFields, signIn } from '../support/dashboard.ts'
import type { Visitor } from '../support/dashboard.ts'
import { RawConnection } from '../guarantees/support/rawHttp.ts'
import { startService } from '../support/service.ts'

/** No connection here is closed for the time that its request takes, unless a test says so. */
const patience = { requestTimeoutMs: 600_000 }
const service = await startService({}, patience)

const MIB = 1024 * 1024
const SETTINGS = '/dashboard/settings'
const LOGO = `${SETTINGS}/logo`
const BANK = '/dashboard/bank'

/** Sends a form with one file, as a browser does. */
async function send(
  visitor: Visitor,
  { page, action, name, file }: { page: string; action: string; name: string; file: Buffer },
  fields: Record<string, string> = {},
) {
  const { html } = await visitor.get(page)
  const form = new FormData()
  const all = { ...hiddenFields(html, action), ...fields }
  for (const [field, value] of Object.entries(all)) form.append(field, value)
  form.append(name, new Blob([file]), 'file.bin')
  return visitor.post(action, form, { referer: service.url + page })
}

const sendLogo = (visitor: Visitor, file: Buffer) =>
  send(visitor, { page: SETTINGS, action: LOGO, name: 'data', file })

/** The beginning of a form of which so many bytes are to follow. */
const headOf = (visitor: Visitor, length: number, path = LOGO) =>
  [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(service.url).host}`,
    `Origin: ${service.url}`,
    `Cookie: ${visitor.cookie}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')

const portOf = ({ url }: { url: string }) => Number(new URL(url).port)

const cases = {
  'pt-BR': {
    sentence: 'O arquivo é grande demais: o limite é de 128 KiB.',
    bytes: 31 * MIB,
    status: 413,
  },
  en: { sentence: 'The file is too large: the limit is 128 KiB.', bytes: 129 * 1024, status: 400 },
  es: {
    sentence: 'El archivo es demasiado grande: el límite es de 128 KiB.',
    bytes: 193 * 1024,
    status: 413,
  },
}

test('a logo that is too large ends on its page, which names the limit', async () => {
  const owner = await signIn(await service.account())
  for (const [locale, { sentence, bytes, status }] of Object.entries(cases)) {
    const answer = await sendLogo(owner.reading(locale), Buffer.alloc(bytes))
    assert.equal(answer.status, status)
    assert.ok(answer.html.includes('data-page="settings"'), answer.html.slice(0, 500))
    assert.ok(answer.html.includes(sentence), `${locale} ${bytes}`)
  }
})

test('a certificate that is too large ends on the form of the chosen bank', async () => {
  const owner = await signIn(await service.account())
  const page = `${BANK}?profile=bb`
  const sent = (file: Buffer) => send(owner, { page, action: BANK, name: 'pkcs12', file })
  const { status, html } = await sent(Buffer.alloc(MIB))
  assert.equal(status, 413)
  assert.equal(hiddenFields(html, BANK)['profile'], 'bb')
  assert.match(html, /Um arquivo é grande demais\. Limites: [^;]+: 64 KiB; [^;]+: 16 KiB;/)
})

const credentials = { client_id: 'loja', client_secret: 'segredo', pix_key: 'pix@loja.example' }
const addresses = { url: 'https://pix.example', token_url: 'https://pix.example/token' }
const values = { 'profile_values.app_key': 'chave' }

test('the largest certificate passes the form, with a passkey; a larger one says so', async () => {
  const owner = await signIn(await service.account())
  const page = `${BANK}?profile=bb`
  const sent = (bytes: number) => {
    const file = { page, action: BANK, name: 'pkcs12', file: Buffer.alloc(bytes, 0xff) }
    return send(owner, file, { ...credentials, ...addresses, ...values })
  }
  const asked = await sent(64 * 1024)
  assert.match(asked.html, /data-page="confirm"/)
  // It has been read to its end, and is no certificate.
  const read = await owner.confirm(asked, BANK)
  assert.equal(read.status, 400)
  assert.doesNotMatch(read.html, /grande demais/)
  const { status, html } = await sent(70 * 1024)
  assert.equal(status, 400)
  assert.match(html, /O arquivo é grande demais: o limite é de 64 KiB\./)
})

test('an upload is read to its end when a person has sent it, and within 32 MiB', async () => {
  const owner = await signIn(await service.account())
  const connection = new RawConnection(portOf(service))
  connection.write(headOf(owner, MAX_DISCARDED_BYTES))
  const answer = await connection.answer(30_000)
  assert.equal(answer.status, 413)
  assert.match(answer.body, /128 KiB/)
  for (let sent = 0; sent < MAX_DISCARDED_BYTES; sent += MIB) {
    assert.equal(connection.socket.closed, false, `after ${sent} bytes`)
    if (!connection.socket.write(Buffer.alloc(MIB))) await once(connection.socket, 'drain')
  }
  await connection.closed(30_000)
})

test('no other upload is waited for: a stranger, another form, a longer one', async () => {
  const owner = await signIn(await service.account())
  const stranger = owner.reading('en')
  stranger.cookie = ''
  for (const [head, status] of [
    [headOf(stranger, 31 * MIB), 303],
    [headOf(owner, 31 * MIB, '/dashboard/customers'), 413],
    [headOf(owner, MAX_DISCARDED_BYTES + 1), 413],
  ] as const) {
    const connection = new RawConnection(portOf(service))
    connection.write(head)
    assert.equal((await connection.answer(30_000)).status, status, head)
    await connection.closed(30_000)
  }
})

test('a form that a person may not send, or that another site sends, is refused', async () => {
  const seller = await service.account()
  const forged = headOf(await signIn(seller), 31 * MIB).replace(service.url, 'https://a.example')
  for (const head of [forged, headOf(await signIn(seller, 'viewer'), 31 * MIB)]) {
    const connection = new RawConnection(portOf(service))
    connection.write(head)
    assert.equal((await connection.answer(30_000)).status, 403, head)
    connection.socket.destroy()
  }
})

test('a hundred slow uploads take no place, and give way to other connections', async () => {
  // Memory for fewer connections than a hundred, and places for fewer requests.
  const limits = { ...patience, maxInFlight: 8, maxConnectionBytes: 60 * 10 * 1024 }
  const small = await startService({}, limits)
  const seller = await small.account()
  const owner = await signIn(seller)
  const head = headOf(owner, MAX_DISCARDED_BYTES).replaceAll(service.url, small.url)
  const uploads: RawConnection[] = []
  for (let n = 0; n < 100; n++) {
    const upload = new RawConnection(portOf(small))
    upload.write(head)
    assert.equal((await upload.answer(30_000)).status, 413)
    upload.write('slow')
    uploads.push(upload)
  }
  const open = () => uploads.filter(({ socket }) => !socket.closed).length
  while (open() > 60)
    await Promise.race(uploads.slice(0, 41).map((upload) => upload.closed(30_000)))
  assert.ok(open() > 0)
  assert.equal((await seller.get('/v1/customers')).status, 200)
  for (const { socket } of uploads) socket.destroy()
})

test('an upload that is slow ends with the time that a request has', async () => {
  const hasty = await startService({}, { headersTimeoutMs: 500, requestTimeoutMs: 500 })
  const owner = await signIn(await hasty.account())
  const connection = new RawConnection(portOf(hasty))
  connection.write(headOf(owner, MAX_DISCARDED_BYTES).replaceAll(service.url, hasty.url))
  assert.equal((await connection.answer(30_000)).status, 413)
  await connection.closed(30_000)
})
