/** A Balcão service in sandbox mode, as a process of its own with a database file and a seller. */
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBalcao, each } from '../../../client/index.ts'
import type { Balcao, Checkout } from '../../../client/index.ts'
import { freePort } from '../../../../cli/ports.ts'
import { until } from './until.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The scopes of a shop, and no more. The test pays with them, too. */
export const SHOP_SCOPES =
  'account:read account:write checkouts:read checkouts:write customers:read customers:write ' +
  'refunds:write'

export type Credentials = { client_id: string; client_secret: string }

/** A service that can be stopped and started again on the same address and database. */
export class BalcaoService {
  readonly baseUrl: string
  sellerId = ''
  /** The credentials of the API client that the shop gets. */
  credentials: Credentials = { client_id: '', client_secret: '' }
  /** The credentials of another client of the seller, which stays when the shop's is rotated. */
  #own: Credentials = { client_id: '', client_secret: '' }
  readonly #folder = mkdtempSync(join(tmpdir(), 'balcao-shops-'))
  readonly #environment: NodeJS.ProcessEnv
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.baseUrl = `http://127.0.0.1:${port}`
    this.#environment = {
      ...process.env,
      PORT: String(port),
      BASE_URL: this.baseUrl,
      DATABASE_URL: `sqlite:${join(this.#folder, 'balcao.db')}`,
      SECRET_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
      VALIDATE_RESPONSES: 'true',
    }
  }

  /** Starts a service on a free port, with a seller and two API clients. */
  static async start(): Promise<BalcaoService> {
    const service = new BalcaoService(await freePort())
    await service.start()
    const seller = await service.cli('sellers', 'create', '--name', 'Loja de Teste')
    service.sellerId = String(seller['seller_id'])
    service.credentials = await service.createClient('Shop')
    service.#own = await service.createClient('Test')
    return service
  }

  /** Starts the process again after `stop`. */
  async start(): Promise<void> {
    const stdio = ['ignore', 'ignore', 'inherit'] as const
    const child = spawn(process.execPath, ['server.ts'], {
      cwd: root,
      env: this.#environment,
      stdio: [...stdio],
    })
    this.#process = child
    await until('the service is ready', async () => {
      if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`)
      const response = await fetch(`${this.baseUrl}/health`).catch(() => undefined)
      return response?.ok
    })
  }

  /** Ends the process; its database stays. */
  async stop(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  /** Ends the process and removes its database. */
  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Runs a command of the command line on this service's database. */
  async cli(...args: string[]): Promise<Record<string, unknown>> {
    const command = ['cli/cli.ts', ...args, '--json']
    const { stdout } = await run(process.execPath, command, { cwd: root, env: this.#environment })
    return JSON.parse(stdout) as Record<string, unknown>
  }

  /** Gives the shop's API client another secret, which ends every token of before. */
  async rotate(): Promise<Credentials> {
    const { client_id } = this.credentials
    const rotated = await this.cli('clients', 'rotate', client_id)
    this.credentials = { client_id, client_secret: String(rotated['client_secret']) }
    return this.credentials
  }

  /** Another API client of the seller, as a further shop has one. */
  async createClient(name: string, granted = SHOP_SCOPES): Promise<Credentials> {
    const scopes = ['--scopes', granted]
    const made = await this.cli(
      'clients',
      'create',
      '--seller',
      this.sellerId,
      '--name',
      name,
      ...scopes,
    )
    return { client_id: String(made['client_id']), client_secret: String(made['client_secret']) }
  }

  /** A client of the test's own for this seller. */
  get api(): Balcao {
    const { client_id, client_secret } = this.#own
    return createBalcao({
      baseUrl: this.baseUrl,
      clientId: client_id,
      clientSecret: client_secret,
    })
  }

  /** Pays as the buyer does, in the sandbox. */
  pay(checkoutId: string): Promise<Checkout> {
    return this.api.sandboxPayCheckout({ path: { checkoutId } })
  }

  /** The hundred newest sessions of the seller, the newest first. */
  async checkouts(): Promise<Checkout[]> {
    const { data } = await this.api.listCheckouts({ query: { limit: 100 } })
    return data
  }

  /** Every session of the seller, however many. */
  everyCheckout(): Promise<Checkout[]> {
    return Array.fromAsync(each(this.api.listCheckouts, { query: { limit: 100 } }))
  }

  /** The session that was opened last. */
  async newest(): Promise<Checkout> {
    const [checkout] = await this.checkouts()
    if (!checkout) throw new Error('No checkout was opened.')
    return checkout
  }
}
