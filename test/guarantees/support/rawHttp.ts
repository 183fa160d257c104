/** HTTP as it stands on the wire, right or wrong. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'

export type RawAnswer = { status: number; headers: Record<string, string>; body: string }

/** Takes complete answers off the front of a connection's output; the rest is incomplete. */
export function answersIn(text: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = text
  for (;;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(line) ?? []
    assert.ok(status, `not a status line: ${line}`)
    const headers = Object.fromEntries(
      lines.map((one) => {
        const colon = one.indexOf(': ')
        return [one.slice(0, colon).toLowerCase(), one.slice(colon + 2)]
      }),
    )
    const length = Number(headers['content-length'] ?? 0)
    const body = Buffer.from(rest.slice(end + 4), 'latin1')
    if (body.length < length) return answers
    rest = body.subarray(length).toString('latin1')
    answers.push({ status: Number(status), headers, body: body.subarray(0, length).toString() })
  }
}

/** A connection whose every byte is chosen, and every answer looked at. */
export class RawConnection {
  readonly socket: Socket
  heard = ''

  /** @param from an address of this machine, to call as another caller */
  constructor(port: number, from = '127.0.0.1') {
    this.socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
    // The code that waits for the end sees how it came about.
    this.socket.on('error', () => undefined)
    this.socket.setEncoding('latin1').on('data', (text: string) => {
      this.heard += text
    })
  }

  write(text: string): void {
    this.socket.write(Buffer.from(text, 'latin1'))
  }

  /** Resolves with so many answers, or with fewer when the connection has ended. */
  async answers(count: number): Promise<RawAnswer[]> {
    while (answersIn(this.heard).length < count && !this.socket.closed) {
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')])
    }
    return answersIn(this.heard)
  }

  /** The first answer, which must come in this time. */
  async answer(limit_ms = 3_000): Promise<RawAnswer> {
    const timeout = setTimeout(() => this.socket.destroy(), limit_ms)
    const [answer] = await this.answers(1)
    clearTimeout(timeout)
    assert.ok(answer, `no answer in ${limit_ms} ms: ${this.heard.slice(0, 200)}`)
    return answer
  }

  /** Resolves when the other end has closed it, which it must do in this time. */
  async closed(limit_ms = 3_000): Promise<void> {
    if (this.socket.closed) return
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timeout = setTimeout(() => resolve(false), limit_ms)
    // The event comes for every end, a reset as well.
    this.socket.once('close', () => resolve(true))
    const ended = await promise
    clearTimeout(timeout)
    assert.ok(ended, `still open after ${limit_ms} ms, having said ${this.heard.slice(0, 200)}`)
  }
}

/** Asserts that an answer carries an id, and is the contract's error object if it refuses. */
export function assertEnveloped({ status, headers, body }: RawAnswer, name: string): void {
  assert.match(headers['x-request-id'] ?? '', /^req_[0-9a-f-]{36}$/, `${name}: ${status}`)
  if (status < 400) return
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', name)
  const { error } = JSON.parse(body) as { error: Record<string, string> | string }
  if (typeof error === 'string') return
  assert.equal(error['request_id'], headers['x-request-id'], name)
  assert.match(error['code'] ?? '', /^[a-z_]+$/, name)
  assert.match(error['message'] ?? '', /\S/, name)
}
