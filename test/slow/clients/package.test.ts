/** The package as `npm pack` makes it, installed in an empty folder. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../support/atEnd.ts'
import { temporaryFolder } from '../../support/commandLine.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = temporaryFolder()
const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: folder }

type Manifest = { dependencies: Record<string, string> }
type Packages = { packages: Record<string, { dev?: boolean; optional?: boolean }> }

/** Folders that are not part of the package, or in which other tests write meanwhile. */
const LEFT_OUT = ['.git', 'node_modules', 'test', 'data', 'dist', 'site']

/** Most pages of the docs, which are alike: to pack them would take longer than to compile. */
const PAGES = /^generated\/docs\/[^/]+\/(objects|operations|errors|events)\//

function isLeftOut(path: string): boolean {
  const folders = path.split(sep)
  const [top = ''] = folders
  return LEFT_OUT.includes(top) || folders.includes('node_modules') || PAGES.test(folders.join('/'))
}

/** Packs a copy of the checkout's files, so that nothing is built beside other tests. */
async function pack(): Promise<string[]> {
  const copy = join(folder, 'checkout/balcao')
  cpSync(root, copy, { recursive: true, filter: (path) => !isLeftOut(relative(root, path)) })
  // Beside it: below it, npm would read what each of a thousand packages says of itself.
  symlinkSync(join(root, 'node_modules'), join(folder, 'checkout/node_modules'))
  const args = ['pack', '--json', '--silent', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: copy, env, maxBuffer: 2 ** 24 })
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ]
  const installed = join(folder, 'app/node_modules/balcao')
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', installed])
  return files.map(({ path }) => path)
}

/** Links the packages that `npm install` would install, without those for development. */
function installDependencies(): void {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Packages
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const name = path.replace('node_modules/', '')
    if (!path.startsWith('node_modules/') || dev || name.includes('node_modules/')) continue
    const target = join(folder, 'app', path)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(root, path), target)
  }
}

const files = await pack()
installDependencies()
const bin = join(folder, 'app/node_modules/balcao/cli/balcao.js')

test('the package holds what is run, and no sources, tests or snapshots', () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest
  assert.ok(Object.keys(dependencies).length > 0)
  const strange = files.filter((path) => /(?<!\.d)\.ts$|_snapshot\.json$|^(test|bench)/.test(path))
  assert.deepEqual(strange, [])
  for (const path of ['cli/balcao.js', 'dist/server.js', 'dist/openapi.yaml', 'README.md']) {
    assert.ok(files.includes(path), path)
  }
})

test('the scripts of others in the package have their licences beside them', () => {
  const docs = join(folder, 'app/node_modules/balcao/dist/generated/docs')
  const script = readFileSync(join(docs, 'redoc.js'), 'utf8')
  const [, named = ''] = /see (\S+LICENSE\.txt)/.exec(script) ?? []
  const licences = readFileSync(join(docs, named), 'utf8')
  // Redoc's own, and one of those that its bundle contains.
  for (const holder of ['Rebilly, Inc.', 'DOMPurify']) assert.ok(licences.includes(holder), holder)
  assert.match(licences, /Permission is hereby granted/)
})

test('a sandbox of the package does the main job, with its pages and its docs', async () => {
  const cwd = join(folder, 'app')
  const sandbox = spawn(process.execPath, [bin, 'sandbox'], { cwd, env, stdio: 'pipe' })
  atEnd(() => sandbox.kill())
  const errors = sandbox.stderr.toArray()
  const lines = createInterface(sandbox.stdout)
  const ended = once(lines, 'close').then(async () => assert.fail((await errors).join('')))
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  ended.catch(() => undefined)
  const ready = JSON.parse(line) as Record<'base_url' | 'client_id' | 'client_secret', string>
  const { base_url, client_id, client_secret } = ready
  const headers = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` }
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  const answer = await fetch(`${base_url}/oauth/token`, { method: 'POST', headers, body })
  const { access_token } = (await answer.json()) as { access_token: string }
  const post = async <Result>(path: string, json: object): Promise<Result> => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(json) }
    return (await fetch(base_url + path, init)).json() as Promise<Result>
  }
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  type Product = { default_offer: { id: string } }
  const product = await post<Product>('/v1/products', { name: 'Caneca', default_offer })
  const { id, checkout_url } = await post<{ id: string; checkout_url: string }>('/v1/checkouts', {
    offer_id: product.default_offer.id,
  })
  const { status } = await post<{ status: string }>(`/sandbox/checkouts/${id}/pay`, {})
  assert.equal(status, 'completed')
  const pages = [checkout_url, '/docs/pt-BR', '/llms.txt', '/openapi.yaml', '/dashboard/sign-in']
  for (const page of pages) {
    const { status: found } = await fetch(new URL(page, base_url))
    assert.equal(found, 200, page)
  }
  sandbox.stdin.end()
  assert.equal((await errors).join(''), '')
})

test('its start serves as npm start does in a clone, and names its own commands', async () => {
  const port = String(await freePort())
  const own = { ...env, PORT: port, DATABASE_URL: `sqlite:${folder}/start.db` }
  const program = join(folder, 'app/node_modules/balcao/cli/balcao.js')
  const child = spawn(process.execPath, [program, 'start'], { cwd: folder, env: own })
  const exited = once(child, 'exit')
  atEnd(() => child.kill('SIGKILL'))
  let told = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('"msg":"ready"')) break
  }
  child.stdout.resume()
  while (!told.includes('npx balcao users invite')) await once(child.stderr, 'data')
  assert.equal((await fetch(`http://localhost:${port}/health`)).status, 200)
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

test('its command line runs outside the checkout', async () => {
  const cwd = join(folder, 'app')
  const { stdout } = await run(process.execPath, [bin, '--help'], { cwd, env })
  assert.match(stdout, /^Usage: balcao/)
  const environment = { ...env, DATABASE_URL: `sqlite:${join(folder, 'data/balcao.db')}` }
  const args = [bin, 'sellers', 'create', '--name', 'Loja', '--json']
  const made = await run(process.execPath, args, { cwd, env: environment })
  assert.match((JSON.parse(made.stdout) as { seller_id: string }).seller_id, /^seller_/)
})

test('on a Node.js that is too old it says so in a line', async () => {
  const older = `Object.defineProperty(process, 'versions', { value: { node: '22.9.0' } })`
  const args = ['--import', `data:text/javascript,${older}`, bin, '--help']
  const refused = run(process.execPath, args, { cwd: folder, env })
  await assert.rejects(refused, { code: 1, stdout: '', stderr: /^balcao needs .*22\.9\.0\.\n$/ })
})
