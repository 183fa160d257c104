/** The clients in PHP, Python and Go as their users install them, and what their READMEs show. */
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { packedClients } from '../build/pack.ts'
import type { ClientLanguage } from '../build/write.ts'
import { freePort } from '../../../cli/ports.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { environmentOf, folderOf, missing } from './clientPackages.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { startService } from '../../../test/support/service.ts'
import { unzip } from '../../../test/support/unzip.ts'

const run = promisify(execFile)
const { version } = manifest
const service = await startService()
const receiver = await startReceiver()
const packages = packedClients(version)
const wheel = `balcao-${version}-py3-none-any.whl`
const packed = (name: string) => unzip(packages[name] ?? assert.fail(name))
const php = packed(`balcao-client-php-${version}.zip`)
const python = packed(wheel)
const go = packed(`balcao-client-go-${version}.zip`)

/** An account, a delivery to it, and the variables of the READMEs. */
async function worldOf(folder: string) {
  const account = await service.account()
  const { secret = '' } = await account.webhookEndpoint({ url: receiver.url })
  const count = receiver.received.length
  await account.post(`/sandbox/checkouts/${(await account.checkout()).id}/pay`)
  const sent = (await receiver.arrived(count + 1)).at(-1) ?? assert.fail()
  writeFileSync(join(folder, 'body'), sent.body)
  writeFileSync(join(folder, 'headers.json'), JSON.stringify(sent.headers))
  const env = {
    ...environmentOf(folder),
    BALCAO_CLIENT_ID: account.client_id,
    BALCAO_CLIENT_SECRET: account.client_secret,
    BALCAO_WEBHOOK_SECRET: secret,
  }
  return { account, sent, env }
}

/** The samples of a README in their order, on the service of this test. */
function samplesOf(readme = '', language: ClientLanguage, seller_id = ''): string[] {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))
  return [...blocks].map(([, code = '']) =>
    code.replaceAll('http://localhost:3000', service.url).replace('<seller_id>', seller_id),
  )
}

/** Every README's program prints the same lines, whatever the language. */
function assertPrinted(printed: string): void {
  assert.match(printed, /^Send the buyer to http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]+$/m)
  assert.match(printed, /^checkout_[0-9a-f-]{36} (pedido-1042|2026-03-02 12:00:00)/m)
  assert.match(printed, /^It was opened before: checkout_[0-9a-f-]{36} req_[0-9a-f-]{36}$/m)
}

test('each package holds its sources, its papers, and nothing else', () => {
  const papers = ['LICENSE', 'README.md']
  assert.deepEqual(
    Object.keys(php).filter((path) => !path.startsWith('src/')),
    ['LICENSE', 'README.md', 'composer.json'],
  )
  assert.ok(Object.keys(php).every((path) => /^src\/\w+\.php$|^[^/]+$/.test(path)))
  assert.ok(Object.keys(python).every((path) => /^balcao\/\w+\.(py|typed)$|dist-info/.test(path)))
  assert.ok('balcao/py.typed' in python)
  assert.deepEqual(
    Object.keys(go).filter((path) => !path.endsWith('.go')),
    [...papers, 'go.mod'],
  )
  const { version: composed } = JSON.parse(php['composer.json'] ?? '') as { version: string }
  assert.equal(composed, version)
  assert.ok(python[`balcao-${version}.dist-info/METADATA`]?.includes(`\nVersion: ${version}\n`))
})

test('a package has the same bytes whenever it is made', () => {
  for (const [name, bytes] of Object.entries(packedClients(version))) {
    assert.ok(packages[name]?.equals(bytes), name)
  }
})

test('nothing but the standard library of its language is imported', () => {
  const imported = Object.entries(go).flatMap(([path, text]) =>
    path.endsWith('.go') ? [...text.matchAll(/^\t"([^"]+)"$/gm)].map(([, name = '']) => name) : [],
  )
  assert.ok(imported.length > 20)
  assert.deepEqual(
    imported.filter((name) => name.split('/')[0]?.includes('.')),
    [],
  )
  const modules = Object.entries(python).flatMap(([path, text]) =>
    path.endsWith('.py') ? [...text.matchAll(/^(?:from|import) ([a-z]\w*)/gm)] : [],
  )
  const names = [...new Set(modules.map(([, name = '']) => name))].toSorted()
  assert.deepEqual(names, [
    ...['base64', 'binascii', 'collections', 'concurrent', 'email', 'functools', 'hashlib'],
    ...['hmac', 'http', 'io', 'itertools', 'json', 'random', 're', 'socket', 'ssl', 'threading'],
    ...['time', 'typing', 'urllib', 'uuid'],
  ])
  const scripts = Object.entries(php).filter(([path]) => path.endsWith('.php'))
  assert.ok(scripts.every(([, text]) => !/^(use|require|include) /m.test(text)))
})

/** Installs the wheel by pip; Python itself reads one where there is no pip. */
async function installedWheel(folder: string, env: Record<string, string>): Promise<string> {
  const file = join(folder, wheel)
  writeFileSync(file, packages[wheel] ?? '')
  if (spawnSync('python3', ['-m', 'pip', '--version'], { env }).status !== 0) return file
  const target = join(folder, 'installed')
  const offline = ['--no-index', '--no-deps', '--disable-pip-version-check', '--no-compile']
  await run('python3', ['-m', 'pip', 'install', ...offline, '--target', target, file], { env })
  return target
}

test('the wheel installs without network, and its README is right', async (t) => {
  const reason = missing('python')
  if (reason) return void t.annotate(reason)
  const cwd = temporaryFolder()
  const { account, env } = await worldOf(cwd)
  const samples = samplesOf(
    python[`balcao-${version}.dist-info/METADATA`],
    'python',
    account.seller_id,
  )
  assert.equal(samples.length, 5)
  const verifies = `
import json
headers = json.load(open("headers.json"))
body = open("body", "rb").read()
print(receive(headers, body), receive(headers, body + b" "), receive_without_secret(headers, body))
`
  writeFileSync(join(cwd, 'readme.py'), samples.join('\n') + verifies)
  const PYTHONPATH = await installedWheel(cwd, env)
  // Warnings are errors, such as one about a socket that nobody closed.
  const args = ['-W', 'error', 'readme.py']
  const { stdout } = await run('python3', args, { cwd, env: { ...env, PYTHONPATH } })
  assertPrinted(stdout)
  assert.match(stdout, /^204 400 evt_[0-9a-f-]{36}$/m)
})

/** Composer's autoloader, as far as the package asks for it. */
const autoload = `<?php
set_error_handler(static fn ($level, $text) => throw new ErrorException($text));
spl_autoload_register(static function (string $class): void {
    $rules = json_decode(file_get_contents(__DIR__ . '/composer.json'), true)['autoload']['psr-4'];
    foreach ($rules as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            $path = strtr(substr($class, strlen($prefix)), '\\\\', '/');
            require __DIR__ . '/' . $folder . $path . '.php';
        }
    }
});
`

/** PHP's own web server, which answers with a file. */
async function served(folder: string, file: string, env: Record<string, string>): Promise<string> {
  const port = await freePort()
  const args = ['-S', `127.0.0.1:${port}`, join(folder, file)]
  const server = spawn('php', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  atEnd(() => server.kill('SIGKILL'))
  await new Promise((resolve) => server.stderr.once('data', resolve))
  server.stderr.resume()
  return `http://127.0.0.1:${port}/`
}

test('the package of PHP is what its composer.json says, and its README is right', async (t) => {
  const reason = missing('php')
  if (reason) return void t.annotate(reason)
  const cwd = folderOf(php)
  const { account, sent, env } = await worldOf(cwd)
  const samples = samplesOf(php['README.md'], 'php', account.seller_id)
  assert.equal(samples.length, 5)
  const [webhook = '', withoutSecret = ''] = samples.slice(3)
  writeFileSync(join(cwd, 'readme.php'), autoload + samples.slice(0, 3).join('\n'))
  writeFileSync(join(cwd, 'webhook.php'), autoload + webhook)
  writeFileSync(join(cwd, 'keys.php'), autoload + withoutSecret)
  const { stdout } = await run('php', ['readme.php'], { cwd, env })
  assertPrinted(stdout)
  const headers = Object.fromEntries(
    Object.entries(sent.headers).filter(([name]) => /^webhook-|^content-type/.test(name)),
  )
  const post = async (url: string, body: string) => fetch(url, { method: 'POST', headers, body })
  const url = await served(cwd, 'webhook.php', env)
  assert.equal((await post(url, sent.body)).status, 204)
  assert.equal((await post(url, `${sent.body} `)).status, 400)
  const byKeys = await post(await served(cwd, 'keys.php', env), sent.body)
  assert.equal(await byKeys.text(), headers['webhook-id'])
})

const goProgram = (samples: string[]) => `package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	balcao "balcao.example/client"
)

func post(path, body string, headers map[string]string) int {
	request := httptest.NewRequest("POST", path, strings.NewReader(body))
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response := httptest.NewRecorder()
	http.DefaultServeMux.ServeHTTP(response, request)
	return response.Code
}

func main() {
	ctx := context.Background()
${samples.join('\n').replaceAll(/^(?=.)/gm, '\t')}
	var headers map[string]string
	text, _ := os.ReadFile("headers.json")
	_ = json.Unmarshal(text, &headers)
	sent, _ := os.ReadFile("body")
	for _, path := range []string{"/webhooks", "/without-secret"} {
		fmt.Println(post(path, string(sent), headers), post(path, string(sent)+" ", headers))
	}
}
`

test('a program requires the module of Go, and its README is right', async (t) => {
  const reason = missing('go')
  if (reason) return void t.annotate(reason)
  const cwd = temporaryFolder()
  const { account, env } = await worldOf(cwd)
  const samples = samplesOf(go['README.md'], 'go', account.seller_id)
  assert.equal(samples.length, 5)
  for (const [path, text] of Object.entries(go)) {
    mkdirSync(join(cwd, 'balcao-client'), { recursive: true })
    writeFileSync(join(cwd, 'balcao-client', path), text)
  }
  writeFileSync(join(cwd, 'go.mod'), 'module shop\n\ngo 1.19\n')
  writeFileSync(join(cwd, 'main.go'), goProgram(samples))
  const [, edit = ''] = /^go (mod edit .*)$/m.exec(go['README.md'] ?? '') ?? []
  const { GOFLAGS: _, ...plain } = env as typeof env & { GOFLAGS: string }
  await run('go', edit.split(' '), { cwd, env: plain })
  const { stdout: unformatted } = await run('gofmt', ['-l', '.'], { cwd, env: plain })
  assert.equal(unformatted, '')
  await run('go', ['vet', './...'], { cwd, env: plain })
  const { stdout } = await run('go', ['run', '.'], { cwd, env: plain })
  assertPrinted(stdout)
  assert.match(stdout, /^204 400\n200 400$/m)
})

test('what a README says to install is what is made', () => {
  const readmes = [
    php['README.md'],
    go['README.md'],
    python[`balcao-${version}.dist-info/METADATA`],
  ]
  const named = readmes.flatMap((text = '') => [...text.matchAll(/release\/([\w.-]+)/g)])
  assert.deepEqual(
    named.map(([, name]) => name).filter((name = '') => !(name in packages)),
    [],
  )
  assert.equal(named.length, 2)
})
