/** A mail server that keeps its mails, or behaves as a broken one does. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { atEnd } from './atEnd.ts'

export type MailMessage = {
  from: string
  to: string[]
  /** Headers by their names in lower case, each unfolded. */
  headers: Record<string, string>
  /** The whole message, as it came. */
  raw: string
  /** The text of all parts, decoded. */
  text: string
}

const unfolded = (head: string) => head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')

/** Words of headers (RFC 2047) as they are read. */
const words = (text: string) =>
  text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_, way: string, coded: string) =>
      /b/i.test(way)
        ? Buffer.from(coded, 'base64').toString()
        : decoded(coded.replaceAll('_', ' ')),
    )

const decoded = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

function received(raw: string, from: string, to: string[]): MailMessage {
  const [head = ''] = raw.split('\r\n\r\n')
  const headers = Object.fromEntries(
    unfolded(head).map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())]
    }),
  )
  const base64 = [...raw.matchAll(/base64\r\n[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/gi)].map(
    ([, body = '']) => Buffer.from(body, 'base64').toString(),
  )
  return { from, to, headers, raw, text: [decoded(raw), ...base64].join('\n') }
}

/** @param passes told of the command DATA, and of a whole message; false: it is not answered */
export async function startMailServer({
  passes = () => true,
  ...options
}: SMTPServerOptions & { passes?: (now: 'data' | 'taken') => boolean } = {}) {
  const mails: MailMessage[] = []
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const goesOn = passes('data')
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        const to = rcptTo.map(({ address }) => address)
        mails.push(received(Buffer.concat(pieces).toString(), from, to))
        for (const wake of waiting.splice(0)) wake()
        if (passes('taken') && goesOn) done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  atEnd(close)
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    close,
    /** Resolves once so many mails have come. */
    async arrived(count: number): Promise<MailMessage[]> {
      while (mails.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
      return mails
    },
  }
}

export const FROM = 'pix@loja.example'

/** The settings of a service that sends by this server. */
export const mailServerAt = (url: string) => ({
  url,
  from: FROM,
  fromName: undefined,
  clientName: 'localhost',
})
