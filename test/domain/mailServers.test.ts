/** The mail server in the set-ups that operators have, each a real one of this process. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { makeAuthority, makeServerPair } from '../../packages/bank/certificates.ts'
import { createSendMail } from '../../domain/mail/smtp.ts'
import type { Message } from '../../domain/mail/smtp.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { startMailServer } from '../support/mailServer.ts'

const never = new AbortController().signal

const message: Message = {
  fromName: null,
  accountName: 'Conta',
  to: 'ana@example.com',
  replyTo: null,
  subject: 'Olá',
  text: 'Olá',
  html: '<p>Olá</p>',
  logo: null,
}

/** Sends as a service with these variables does. */
function sending(variables: Record<string, string>, stepMs = 15_000) {
  const { mailServer } = readEnvironment({ MAIL_FROM: 'pix@loja.example', ...variables })
  assert.ok(mailServer)
  const send = createSendMail(mailServer, { stepMs, wholeMs: 60_000 })
  return (changes: Partial<Message> = {}) => send({ ...message, ...changes }, never)
}

const pair = await makeServerPair(await makeAuthority('Nobody'), 'localhost')
const overTls = await startMailServer({ secure: true, ...pair })
const startingTls = await startMailServer({ disabledCommands: [], ...pair })

test('the server is greeted by the host name of BASE_URL, or by a literal address', async () => {
  const names: string[] = []
  const server = await startMailServer({
    onMailFrom(_, session, done) {
      names.push(session.hostNameAppearsAs)
      done()
    },
  })
  for (const BASE_URL of [
    'https://pix.loja.example',
    'https://caixa.pão.example',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]) {
    await sending({ SMTP_URL: server.url, BASE_URL })()
  }
  assert.deepEqual(names, [
    'pix.loja.example',
    'caixa.xn--po-sia.example',
    '[127.0.0.1]',
    '[ipv6:::1]',
  ])
})

test('a certificate that no authority knows is taken on this machine alone', async () => {
  await sending({ SMTP_URL: `smtps://127.0.0.1:${overTls.port}` })()
  await sending({ SMTP_URL: `smtp://localhost:${startingTls.port}` })()
  assert.deepEqual([overTls.mails.length, startingTls.mails.length], [1, 1])
  // Another spelling of the address, which is not taken for this machine.
  for (const SMTP_URL of [
    `smtps://[::ffff:127.0.0.1]:${overTls.port}`,
    `smtp://[::ffff:127.0.0.1]:${startingTls.port}`,
  ]) {
    await assert.rejects(sending({ SMTP_URL })(), /certificate|altnames/i)
  }
})

test('the sender has the name of the shop, else that of MAIL_FROM, else the account', async () => {
  const server = await startMailServer()
  const named = sending({ SMTP_URL: server.url, MAIL_FROM: 'Padaria São João <pix@loja.example>' })
  await named({ fromName: 'Loja' })
  await named()
  await sending({ SMTP_URL: server.url })()
  assert.deepEqual(
    server.mails.map(({ headers }) => headers['from']),
    ['Loja <pix@loja.example>', 'Padaria São João <pix@loja.example>', 'Conta <pix@loja.example>'],
  )
  assert.ok(server.mails.every(({ from }) => from === 'pix@loja.example'))
})

test('domains with accents are sent in ASCII, of sender and reader', async () => {
  const extensions: unknown[] = []
  const server = await startMailServer({
    onRcptTo(_, { envelope }, done) {
      extensions.push((envelope.mailFrom || undefined)?.args)
      done()
    },
  })
  const send = sending({ SMTP_URL: server.url, MAIL_FROM: '"Pão" <pix@pão.example>' })
  await send({ to: 'ana@açaí.example', replyTo: 'ola@maçã.example' })
  const [mail] = server.mails
  const { headers, raw } = mail ?? assert.fail()
  // The server reads domains in either form; in ASCII no extension is asked for (RFC 6531 §3.4).
  assert.deepEqual(extensions, [false])
  assert.deepEqual(
    [headers['from'], headers['to'], headers['reply-to']],
    ['Pão <pix@xn--po-sia.example>', 'ana@xn--aa-4iaz.example', 'ola@xn--ma-tiap.example'],
  )
  assert.match(headers['message-id'] ?? '', /@xn--po-sia\.example>$/)
  // No byte beyond ASCII anywhere: servers without SMTPUTF8 take it.
  assert.match(raw, /^[\0-\x7f]*$/)
})

test('a scheme that does not fit the port is named with the one that does', async () => {
  const first = sending({ SMTP_URL: `smtp://127.0.0.1:${overTls.port}` }, 300)
  await assert.rejects(first(), /no greeting\. .* needs smtps:\/\/ in SMTP_URL/)
  const plain = await startMailServer()
  const second = sending({ SMTP_URL: `smtps://127.0.0.1:${plain.port}` })
  await assert.rejects(second(), /did not speak TLS\. .* needs smtp:\/\/ in SMTP_URL/)
})

test('a lone % in SMTP_URL is one line that names the variable', async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      done(null, { user: `${username} ${password}` === 'ana@loja 50%' ? 'ana' : '' }),
  })
  for (const user of ['ana:50%', 'a%na:segredo', 'ana:%E9']) {
    assert.throws(
      () => readEnvironment({ SMTP_URL: `smtp://${user}@localhost`, MAIL_FROM: 'a@b.co' }),
      /^EnvironmentError: SMTP_URL: a % in the user or the password must be written as %25$/,
    )
  }
  await sending({ SMTP_URL: `smtp://ana%40loja:50%25@127.0.0.1:${server.port}` })()
  assert.equal(server.mails.length, 1)
})
