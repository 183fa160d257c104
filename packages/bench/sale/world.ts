/** The world around the measured service: a bank, and a shop's receiver of webhooks. */
import { fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { makeAuthority, makeServerPair } from '../../bank/certificates.ts'
import type { FromReceiver, ToReceiver } from './receiver.ts'
import { RECEIVER_HOST } from './receiverHost.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The service's own round finds a payment within half a minute whose callback it did not hear. */
const EVENT_LIMIT_MS = 60_000

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill()
})

/** The bank's addresses and its customer's credentials, as `npm run cli -- bank` prints them. */
export type BankAccess = Record<'url' | 'token_url' | 'client_id' | 'client_secret', string> &
  Record<'cert' | 'key' | 'ca' | 'pix_key' | 'control_url', string>

/** Ends a process, and forgets it. */
const ending = (child: ChildProcess) => () => {
  running.delete(child)
  child.kill()
}

/** Starts the simulated bank in a process of its own. */
export async function startBank(): Promise<BankAccess & { stop(): void }> {
  const bank = spawn(process.execPath, ['cli/cli.ts', 'bank'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(bank)
  const [line] = (await once(createInterface(bank.stdout), 'line')) as [string]
  return { ...(JSON.parse(line) as BankAccess), stop: ending(bank) }
}

/** The shop's receiver, in a process of its own. */
export type Receiver = {
  url: string
  /** The file of the authority that its certificate is from. */
  authorityFile: string
  expect(secret: string): void
  /** Resolves with the first event of a checkout. */
  eventOf(checkoutId: string): Promise<void>
  stop(): void
}

export async function startReceiver(folder: string): Promise<Receiver> {
  const authority = await makeAuthority('Loja')
  const authorityFile = join(folder, `authority-${randomUUID()}.pem`)
  writeFileSync(authorityFile, authority.cert)
  const child = fork(fileURLToPath(new URL('receiver.ts', import.meta.url)), { execArgv: [] })
  running.add(child)
  const tell = (message: ToReceiver) => void child.send(message)
  tell({ pair: await makeServerPair(authority, RECEIVER_HOST) })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const waiting = new Map<string, () => void>()
  child.on('message', (told: FromReceiver) => {
    if (!('checkoutId' in told)) return
    waiting.get(told.checkoutId)?.()
    waiting.delete(told.checkoutId)
  })
  return {
    url: `https://${RECEIVER_HOST}:${port}/eventos`,
    authorityFile,
    expect: (secret) => tell({ secret }),
    eventOf: (checkoutId) =>
      new Promise((resolve, reject) => {
        const late = () => reject(new Error(`${checkoutId}: no event after ${EVENT_LIMIT_MS} ms`))
        const timer = setTimeout(late, EVENT_LIMIT_MS).unref()
        waiting.set(checkoutId, () => {
          clearTimeout(timer)
          resolve()
        })
      }),
    stop: ending(child),
  }
}
