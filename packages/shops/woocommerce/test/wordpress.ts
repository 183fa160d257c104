/**
 * A real WordPress on a database server of its own, in a folder that is removed afterwards. It has
 * WooCommerce from the folder that `WOOCOMMERCE` names, or the double beside this file.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { until } from '../../test/support/until.ts'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A folder of another WordPress, where there is one. */
const wordPress = process.env['WORDPRESS']

/** GPL-2.0-or-later; WordPress 6.5.5 as static files, from npm. Nothing of it is kept in git. */
const WORDPRESS = '@wp-playground/wordpress-builds@0.9.19'

/** WooCommerce's folder, where there is one: no registry has it. */
export const wooCommerce = process.env['WOOCOMMERCE']

const packages: Record<string, string> = {
  php: 'php-cli',
  unzip: 'unzip',
  mariadbd: 'mariadb-server',
}

function answers(program: string, ...args: string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}

/** The Debian packages that this machine lacks for a shop. */
export function lacking(): string[] {
  const programs = Object.entries(packages)
    .filter(([program]) => answers(program, program === 'unzip' ? '-v' : '--version') === undefined)
    .map(([, name]) => name)
  const modules = answers('php', '-m')?.toLowerCase().split('\n') ?? []
  const extensions = { mysqli: 'php-mysql', mbstring: 'php-mbstring', curl: 'php-curl' }
  const missing = Object.entries(extensions).filter(([name]) => !modules.includes(name))
  return [...programs, ...missing.map(([, name]) => name)]
}

/** The version that a file of WordPress or of a plugin gives. */
function version(file: string, pattern: RegExp): string {
  return pattern.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unknown'
}

/** The version of WordPress, which the folder or the package has. */
export const wordPressVersion = wordPress
  ? version(join(wordPress, 'wp-includes', 'version.php'), /\$wp_version = '([^']+)'/)
  : '6.5.5'

/** The version of WooCommerce, or that there is a double in its place. */
export const wooCommerceVersion = wooCommerce
  ? version(join(wooCommerce, 'woocommerce.php'), /^ \* Version: (\S+)/m)
  : 'double'

/** The folder of the package, installed once for all runs. */
async function wordpressBuilds(): Promise<string> {
  const folder = join(root, 'node_modules', '.cache', 'balcao-wordpress')
  const inside = join(folder, 'node_modules', '@wp-playground', 'wordpress-builds')
  if (!existsSync(join(inside, 'package.json'))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    await run('npm', ['install', '--silent', '--ignore-scripts', WORDPRESS], { cwd: folder })
  }
  return inside
}

const isRoot = process.getuid?.() === 0

export type Mail = { to: string; subject: string; message: string }

export class WordPress {
  readonly port: number
  #home: string
  readonly folder = mkdtempSync(join(tmpdir(), 'balcao-woocommerce-'))
  readonly www = join(this.folder, 'www')
  #database: ChildProcess | undefined
  #server: ChildProcess | undefined

  constructor({ port, home }: { port: number; home: string }) {
    this.port = port
    this.#home = home
  }

  /** Where buyers and Balcão find it, which may be a proxy. */
  get home(): string {
    return this.#home
  }

  /** Gives the site another address, as after a move to another host. */
  moveTo(home: string): void {
    this.#home = home
    writeFileSync(join(this.www, 'wp-config.php'), this.#configuration())
  }

  /** Copies files and database to another address, as a staging copy is made. */
  async copyTo(address: { port: number; home: string }): Promise<WordPress> {
    const copy = new WordPress(address)
    await copy.#startDatabase()
    cpSync(this.www, copy.www, { recursive: true })
    copy.moveTo(address.home)
    const socket = (folder: string) => `--no-defaults --socket=${folder}/my.sock -uroot shop`
    const from = `mariadb-dump ${socket(this.folder)} --single-transaction`
    await run('bash', ['-o', 'pipefail', '-c', `${from} | mariadb ${socket(copy.folder)}`])
    return copy
  }

  /** Lays out the files, makes the database and installs WordPress. */
  async install(): Promise<void> {
    await Promise.all([this.#unpack(), this.#startDatabase()])
    await this.do('install', {})
  }

  async #unpack(): Promise<void> {
    if (wordPress) {
      cpSync(wordPress, this.www, { recursive: true })
    } else {
      const builds = await wordpressBuilds()
      await run('unzip', ['-q', join(builds, 'src/wordpress/wp-6.5.zip'), '-d', this.www])
      cpSync(join(builds, 'public/wp-6.5'), this.www, { recursive: true })
    }
    const plugins = join(this.www, 'wp-content', 'plugins')
    cpSync(wooCommerce ?? `${here}double/woocommerce`, join(plugins, 'woocommerce'), {
      recursive: true,
    })
    const zip = join(this.folder, 'balcao.zip')
    await run(process.execPath, ['packages/shops/woocommerce/build.ts', zip], { cwd: root })
    await run('unzip', ['-q', zip, '-d', plugins])
    mkdirSync(join(this.www, 'wp-content', 'mu-plugins'))
    cpSync(`${here}mu-plugin.php`, join(this.www, 'wp-content', 'mu-plugins', 'test.php'))
    writeFileSync(join(this.www, 'wp-config.php'), this.#configuration())
  }

  #configuration(): string {
    const constants: Record<string, string | boolean> = {
      DB_NAME: 'shop',
      DB_USER: 'wp',
      DB_PASSWORD: 'wp',
      DB_HOST: `localhost:${this.folder}/my.sock`,
      DB_CHARSET: 'utf8mb4',
      DB_COLLATE: '',
      WP_DEBUG: true,
      WP_DEBUG_DISPLAY: false,
      WP_DEBUG_LOG: `${this.folder}/debug.log`,
      DISABLE_WP_CRON: true,
      WP_HTTP_BLOCK_EXTERNAL: true,
      WP_ACCESSIBLE_HOSTS: 'localhost,127.0.0.1',
      AUTOMATIC_UPDATER_DISABLED: true,
      FS_METHOD: 'direct',
      WP_HOME: this.#home,
      WP_SITEURL: this.#home,
      BALCAO_TEST_MAILS: `${this.folder}/mails.jsonl`,
    }
    for (const name of ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE']) {
      constants[`${name}_KEY`] = `test-${name}-key`
      constants[`${name}_SALT`] = `test-${name}-salt`
    }
    const lines = Object.entries(constants).map(
      ([name, value]) => `define('${name}', ${typeof value === 'string' ? `'${value}'` : value});`,
    )
    return [
      '<?php',
      ...lines,
      // The proxy before it asks by another host, and WordPress would lead buyers round for ever.
      `$_SERVER['HTTP_HOST'] = '${new URL(this.#home).host}';`,
      "$table_prefix = 'wp_';",
      "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');",
      "require_once ABSPATH . 'wp-settings.php';",
    ].join('\n')
  }

  async #startDatabase(): Promise<void> {
    const files = [`--datadir=${this.folder}/my`, ...(isRoot ? ['--user=root'] : [])]
    const fresh = ['--auth-root-authentication-method=normal', '--skip-test-db']
    await run('mariadb-install-db', ['--no-defaults', ...files, ...fresh])
    const socket = `--socket=${this.folder}/my.sock`
    const database = spawn('mariadbd', ['--no-defaults', ...files, socket, '--skip-networking'], {
      stdio: 'ignore',
    })
    this.#database = database
    const sql =
      "CREATE DATABASE shop; CREATE USER wp@localhost IDENTIFIED BY 'wp'; " +
      'GRANT ALL ON shop.* TO wp@localhost'
    await until('the database server is ready', () => {
      if (database.exitCode !== null) throw new Error(`mariadbd ended with ${database.exitCode}.`)
      return run('mariadb', ['--no-defaults', socket, '-uroot', '-e', sql]).then(
        () => true,
        () => false,
      )
    })
  }

  /** Serves it. PHP's own server has workers, so that events and visitors come at once. */
  async start(): Promise<void> {
    const arguments_ = ['-d', 'opcache.enable_cli=1', '-d', 'memory_limit=384M', '-S']
    const server = spawn(
      'php',
      [...arguments_, `127.0.0.1:${this.port}`, '-t', this.www, `${here}router.php`],
      // The workers outlive their parent, so all are ended as one group.
      { stdio: 'ignore', detached: true, env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' } },
    )
    this.#server = server
    await until('the shop answers', () =>
      fetch(`http://127.0.0.1:${this.port}/wp-json/`).then(
        (response) => response.ok,
        () => false,
      ),
    )
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server?.pid === undefined || server.exitCode !== null) return
    const exited = once(server, 'exit')
    process.kill(-server.pid, 'SIGKILL')
    await exited
  }

  async close(): Promise<void> {
    await this.stop()
    if (this.#database && this.#database.exitCode === null) {
      const exited = once(this.#database, 'exit')
      this.#database.kill('SIGTERM')
      await exited
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Does one command of driver.php in a process of its own. */
  async do<Result = unknown>(command: string, input: object): Promise<Result> {
    const args = [`${here}driver.php`, this.www, command, JSON.stringify(input)]
    const { stdout } = await run('php', args, { maxBuffer: 2 ** 24 }).catch((error: Error) => {
      throw new Error(`${command}: ${error.message}\n${this.log()}`)
    })
    const line = stdout.trimEnd().split('\n').at(-1) ?? ''
    try {
      return JSON.parse(line) as Result
    } catch {
      throw new Error(`${command}: ${stdout.slice(-2000)}\n${this.log()}`)
    }
  }

  /** Runs a command of WP-CLI: of the file that `WP_CLI` names, or of a double of it. */
  async wpCli(command: string): Promise<string> {
    const file = process.env['WP_CLI']
    if (!file) return this.do('wp-cli', { command })
    const args = [file, '--allow-root', `--path=${this.www}`, ...command.split(' ')]
    const ended = run('php', args)
    // It ends with 1 after an error, which it prints.
    const { stdout, stderr } = await ended.catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    return (stdout + stderr).trim()
  }

  /** The errors and warnings of PHP. */
  log(): string {
    const file = `${this.folder}/debug.log`
    return existsSync(file) ? readFileSync(file, 'utf8') : ''
  }

  /** The same, and WooCommerce's own log, which the double writes to PHP's. */
  everyLog(): string {
    const folder = join(this.www, 'wp-content', 'uploads', 'wc-logs')
    const files = existsSync(folder)
      ? readdirSync(folder).filter((name) => /\.log$/.test(name))
      : []
    return [this.log(), ...files.map((name) => readFileSync(join(folder, name), 'utf8'))].join('\n')
  }

  /** Every mail that the shop has sent. */
  mails(): Mail[] {
    const file = `${this.folder}/mails.jsonl`
    if (!existsSync(file)) return []
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Mail)
  }
}
