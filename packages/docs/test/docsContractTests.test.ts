/** The guide of contract tests: its files and its commands are run as they stand. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../../contract/document.ts'
import { freePort } from '../../../cli/ports.ts'
import { guidesIn } from '../guides.ts'
import { atEnd } from '../../../test/support/atEnd.ts'
import { isHere, temporaryFolder } from '../../../test/support/commandLine.ts'
import { startService } from '../../../test/support/service.ts'
import { toolsOf } from '../../../test/support/tools.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const guide = guidesIn('en').find(({ name }) => name === 'contract-tests')?.text ?? ''

const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(
    ([, text = '']) => text,
  )

const block = (language: string) => blocks(language)[0] ?? assert.fail(language)

/** Starts a program whose processes are ended, all of them, after the test file. */
function start(program: string, args: string[], options: SpawnOptions) {
  const child = spawn(program, args, { ...options, detached: true })
  const closed = once(child, 'close')
  atEnd(async () => {
    try {
      process.kill(-(child.pid ?? assert.fail()), 'SIGKILL')
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
    }
    await closed
  })
  return child
}

/**
 * In the place of Schemathesis where `SCHEMATHESIS` names no folder that has it: loads the hooks
 * that the settings name, and makes one authorized request.
 */
const STAND_IN = `
import importlib, sys, tomllib, types, urllib.request
sys.path.insert(0, ".")
classes = []
tool = types.ModuleType("schemathesis")
tool.auth = lambda refresh_interval: types.SimpleNamespace(skip_for=lambda path: classes.append)
tool.hook = types.SimpleNamespace(apply_to=lambda name: lambda function: function)
sys.modules["schemathesis"] = tool
hooks = importlib.import_module(tomllib.load(open("schemathesis.toml", "rb"))["hooks"])
case, token = types.SimpleNamespace(headers={}), classes[0]()
token.set(case, token.get(case, None), None)
command, document = sys.argv[1:]
for address in (document, f"{hooks.base}/v1/products"):
    urllib.request.urlopen(urllib.request.Request(address, headers=case.headers))
assert hooks.map_body(None, {"name": "Caneca"})["default_offer"]["currency"] == "BRL"
`

const toolLines = process.env['SCHEMATHESIS']
  ? 'PYTHONPATH="$SCHEMATHESIS:." exec python3 -m schemathesis.cli "$@" --phases examples'
  : `exec python3 -c '${STAND_IN}' "$@"`

/** A folder with the guide's files, and `bin` with the programs that its workflow calls. */
function partnersFolder(): string {
  const folder = temporaryFolder()
  mkdirSync(`${folder}/bin`)
  writeFileSync(`${folder}/hooks.py`, blocks('python').join(''))
  writeFileSync(`${folder}/schemathesis.toml`, block('toml'))
  const balcao = `shift 2; exec "${process.execPath}" "${root}cli/balcao.js" "$@"`
  for (const [name, line] of [
    ['npx', balcao],
    ['schemathesis', toolLines],
  ])
    writeFileSync(`${folder}/bin/${name}`, `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return folder
}

test('the workflow starts a sandbox, and the hooks give each request its token', async (t) => {
  if (!isHere('python3')) return void t.annotate('no python3 here: not run')
  const { jobs } = parse(block('yaml')) as { jobs: { contract: { steps: { run?: string }[] } } }
  const script = jobs.contract.steps.at(-1)?.run ?? assert.fail('the last step runs nothing')
  const cwd = partnersFolder()
  const env = { ...process.env, PATH: `${cwd}/bin:${process.env['PATH']}` }
  // The sandbox lives on in the background and keeps the pipes, so the shell's exit is awaited.
  const child = start('bash', ['-e', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (said: string) => void (output += said))
  const [code] = (await once(child, 'exit')) as [number]
  assert.equal(code, 0, output)
})

test('the settings leave out operations that there are, each with its reason', () => {
  const [, list = ''] = /include-operation-id = \[(.*?)\]/s.exec(block('toml')) ?? []
  const named = [...list.matchAll(/"(\w+)"/g)].map(([, id]) => id ?? '')
  const ids = [...operationsOf(readContract())].map(({ operation }) => operation.operationId)
  assert.equal(named.length, 6)
  const rows = guide.match(/^\|.*$/gm)?.join('\n') ?? ''
  for (const id of named) {
    assert.ok(ids.includes(id), id)
    assert.ok(rows.includes(`\`${id}\``), id)
  }
})

test('the limits are named by codes of the contract', () => {
  const codes = guide.match(/`\w+_limit_reached`/g) ?? []
  assert.equal(codes.length, 3)
  for (const code of codes) assert.ok(code.slice(1, -1) in readContract().components.examples, code)
})

/**
 * Runs a command of the guide that begins with `prism`, and resolves with its address.
 *
 * @param cwd the folder with its `openapi.yaml`
 */
async function prism(command: string, cwd = root): Promise<string> {
  assert.ok(guide.includes(`\`${command}\``), command)
  const port = await freePort()
  const [, ...args] = command.replace('http://localhost:3000', service.url).split(' ')
  const bin = `${await toolsOf('partners')}/.bin/prism`
  const child = start(process.execPath, [bin, ...args, '--port', String(port)], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout ?? assert.fail())
  for await (const line of lines) if (line.includes('Prism is listening')) break
  child.stdout?.resume()
  return `http://127.0.0.1:${port}`
}

const service = await startService()

test("prism mock answers in the service's place with the contract's examples", async () => {
  const url = await prism('prism mock openapi.yaml')
  const answer = await fetch(`${url}/v1/products`, { headers: { authorization: 'Bearer any' } })
  assert.equal(answer.status, 200)
  const { object } = (await answer.json()) as { object: string }
  assert.equal(object, 'list')
})

test('prism proxy lets good calls pass, and refuses one that breaks the contract', async () => {
  const { token } = await service.account()
  // With one path: Prism takes seconds for all of them, as it does in the test before.
  const folder = temporaryFolder()
  const path = '/v1/customers'
  const contract = readContract()
  const one = { ...contract, paths: { [path]: contract.paths[path] }, webhooks: {} }
  writeFileSync(`${folder}/openapi.yaml`, JSON.stringify(one))
  const url = await prism('prism proxy openapi.yaml http://localhost:3000 --errors', folder)
  const create = (body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const made = await create({ name: 'Ana', email: 'ana@example.com' })
  assert.equal(made.status, 201, await made.text())
  const refused = await create({ name: 'Ana' })
  assert.equal(refused.status, 422)
  assert.match(await refused.text(), /prism\/errors#.*must have required property 'email'/)
})
