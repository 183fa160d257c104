/** The commands of the README and of docs/integration.md work as they are written, in a shell. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { freePort } from '../../cli/ports.ts'
import { atEnd } from '../support/atEnd.ts'
import { isHere, temporaryFolder } from '../support/commandLine.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')
const integration = readFileSync(`${root}docs/integration.md`, 'utf8')

/** A test whose output does not come fails after this, instead of waiting for ever. */
const PATIENCE_MS = 30_000

/** The commands of a chapter, block by block. */
function blocksOf(document: string, chapter: string): string[] {
  const [, text = ''] = document.split(`\n## ${chapter}\n`)
  const [own = ''] = text.split('\n## ')
  return [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, code = '']) => code)
}

const port = await freePort()
const listener_port = await freePort()

/** A fresh clone, where `npm ci` has just been run, but for its ports. */
const env = {
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: temporaryFolder(),
  PORT: String(port),
  DATABASE_URL: `sqlite:${temporaryFolder()}/balcao.db`,
}

const adapted = (command: string) =>
  command
    .replace(/^npm ci && /, '')
    .replaceAll('localhost:3000', `localhost:${port}`)
    .replace('webhooks listen', `webhooks listen --port ${listener_port}`)

/** A terminal: commands go in, and what is printed can be waited for. */
class Terminal {
  // A group of its own, so that all that runs in it can be ended together.
  readonly #shell = spawn('sh', {
    cwd: root,
    env,
    stdio: 'pipe',
    detached: true,
  })
  readonly #closed = once(this.#shell, 'close')
  readonly #shown = new EventEmitter()
  #printed = ''

  constructor() {
    for (const output of [this.#shell.stdout, this.#shell.stderr]) {
      output.setEncoding('utf8').on('data', (text: string) => {
        this.#printed += text
        this.#shown.emit('text')
      })
    }
    atEnd(() => this.close())
  }

  type(command: string): void {
    this.#shell.stdin.write(`${adapted(command)}\n`)
  }

  /** Resolves with what fits, once it is printed. */
  async shows(pattern: RegExp): Promise<string[]> {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const found = pattern.exec(this.#printed)
      if (found) return found
      await once(this.#shown, 'text', { signal }).catch(() => {
        throw new Error(`${pattern} was not printed, but this:\n${this.#printed}`)
      })
    }
  }

  /** Types a command, and resolves with what it printed once the next could be typed. */
  async run(command: string): Promise<string> {
    const begin = this.#printed.length
    const mark = `done-${begin}`
    this.type(`${command}\necho "${mark}"`)
    await this.shows(new RegExp(`^${mark}$`, 'm'))
    return this.#printed.slice(begin).replace(/^done-.*\n/m, '')
  }

  /** Closes the window: the shell ends, and what runs in it. */
  async close(): Promise<void> {
    if (this.#shell.pid !== undefined) process.kill(-this.#shell.pid, 'SIGTERM')
    await this.#closed
  }
}

/** Presses a button of the page, found by its label, as a browser would. */
async function press(page_url: string, label: string): Promise<string> {
  const headers = { 'accept-language': 'en' }
  const html = await (await fetch(page_url, { headers })).text()
  const button = new RegExp(
    `<form method="post" action="([^"]+)">\\s*<button name="(\\w+)" value="(\\w+)">${label}<`,
  )
  const [, action = '', name = '', value = ''] = button.exec(html) ?? []
  const body = new URLSearchParams({ [name]: value })
  return (await fetch(new URL(action, page_url), { method: 'POST', headers, body })).text()
}

const [start = '', listen = '', demo = ''] = blocksOf(readme, 'Five minutes to a paid checkout')
const byHand = blocksOf(integration, 'The main job, by hand')
const refundByHand = blocksOf(integration, 'A refund, by hand')
const service = new Terminal()
const hears = new Terminal()

test('two commands and a press on Pay lead to a paid checkout and a verified webhook', async () => {
  assert.match(start, /^npm ci && npm start\n$/)
  service.type(start)
  const [, page_url = ''] = await service.shows(/Pay as a buyer +(http\S+)/)
  hears.type(listen)
  await hears.shows(/Listening on /)
  const [, label = ''] = /press \*\*(\w+)\*\*/.exec(readme) ?? []
  const [title] = /<title>.*/.exec(await press(page_url, label)) ?? []
  assert.match(title ?? '', /Payment confirmed/)
  await hears.shows(/^payment\.succeeded +evt_\S+ +the signature is valid$/m)
})

test('the demo goes through the whole job', async () => {
  const printed = await new Terminal().run(demo)
  assert.match(printed, /"status": "completed"/)
})

test('the main job by hand ends with a completed checkout, and a refund can follow', async (t) => {
  if (!isHere('curl')) return void t.annotate('no curl here: not run')
  assert.ok(byHand.length > 0 && refundByHand.length > 0)
  const terminal = new Terminal()
  let printed = ''
  for (const block of byHand) printed = await terminal.run(block)
  assert.equal(printed, 'completed\n')
  printed = ''
  for (const block of refundByHand) printed = await terminal.run(block)
  const events = ['payment.reversed', 'refund.succeeded', 'payment.succeeded']
  assert.equal(printed, `${['partially_refunded', ...events].join('\n')}\n`)
})
