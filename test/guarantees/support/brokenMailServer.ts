/** A mail server that does one thing wrong at one step of the conversation (RFC 5321). */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { atEnd } from '../../support/atEnd.ts'

/** Replies in turn: to the connection, to four commands, and to the whole message. */
export const REPLIES = [
  '220 mail.example',
  '250 mail.example',
  '250 sender',
  '250 recipient',
  '354 go on',
  '250 taken',
]

/** Faults that take the place of one reply. */
export const faults = ['refuses', 'hangs', 'closes', 'resets', 'babbles'] as const

type Fault = (typeof faults)[number]

const BABBLE = Buffer.from('\0\xff 250\r\nok 250\r\n', 'latin1')

const doWrong: Record<Fault, (socket: Socket) => void> = {
  refuses: (socket) => void socket.write('554 no\r\n'),
  hangs: () => undefined,
  closes: (socket) => void socket.end(),
  resets: (socket) => void socket.resetAndDestroy(),
  babbles: (socket) => void socket.write(BABBLE),
}

const DATA = REPLIES.indexOf('354 go on')

export async function startBrokenServer(wrongAt: number, fault: Fault) {
  /** Each conversation, by how far it came. */
  const asked: number[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const own = asked.push(0) - 1
    let step = 0
    let text = ''
    const reply = () => {
      asked[own] = step
      if (step === wrongAt) doWrong[fault](socket)
      else socket.write(`${REPLIES[step] ?? '221 bye'}\r\n`)
      step++
    }
    open.add(socket.on('error', () => undefined).on('close', () => open.delete(socket)))
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      for (;;) {
        const mark = step === DATA + 1 ? '\r\n.\r\n' : '\r\n'
        const end = text.indexOf(mark)
        if (end < 0) return
        text = text.slice(end + mark.length)
        reply()
      }
    })
    reply()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(
    () =>
      new Promise<void>((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  )
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
