/** Every sample of the docs does what it says, in every language, on a live sandbox. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import type { TestContext } from 'vitest'
import { operationsOf } from '../../contract/document.ts'
import type { readContract } from '../../contract/document.ts'
import { freePort } from '../../scripts/ports.ts'
import { temporaryFolder } from '../support/commandLine.ts'
import { worldOf } from '../support/sampleWorld.ts'
import { startService } from '../support/service.ts'

type Sample = { label: string; source: string }

type Language = {
  /** Commands that succeed where the language is installed. */
  needs: string[][]
  /** The file of a sample. */
  fileOf(id: string): string
  /** What makes programs of the files, once. */
  compile?(folder: string, ids: string[]): string[]
  run(id: string): string[]
}

const className = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`

const languages: Record<string, Language> = {
  curl: {
    needs: [['curl', '--version']],
    fileOf: (id) => `${id}.sh`,
    run: (id) => ['sh', `${id}.sh`],
  },
  TypeScript: {
    needs: [],
    fileOf: (id) => `${id}.ts`,
    run: (id) => [process.execPath, `${id}.ts`],
  },
  Python: {
    needs: [['python3', '-c', 'import requests']],
    fileOf: (id) => `${id}.py`,
    run: (id) => ['python3', `${id}.py`],
  },
  PHP: {
    needs: [['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);']],
    fileOf: (id) => `${id}.php`,
    run: (id) => ['php', `${id}.php`],
  },
  Java: {
    needs: [['javac', '--version']],
    fileOf: (id) => `${className(id)}.java`,
    compile: (_, ids) => [
      'javac',
      '-encoding',
      'UTF-8',
      ...ids.map((id) => `${className(id)}.java`),
    ],
    run: (id) => ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', className(id)],
  },
  Go: {
    needs: [['go', 'version']],
    fileOf: (id) => `${id}.go`,
    compile: oneGoProgram,
    run: (id) => ['./samples', id],
  },
}

/** Linking takes half a second for each program, so the samples become functions of one. */
function oneGoProgram(folder: string, ids: string[]): string[] {
  for (const id of ids) {
    const file = join(folder, `${id}.go`)
    const source = readFileSync(file, 'utf8')
    const formatted = spawnSync('gofmt', ['-l', file], { encoding: 'utf8' })
    assert.deepEqual([formatted.stdout, formatted.stderr], ['', ''])
    writeFileSync(file, source.replace('func main() {', `func run_${id}() {`))
  }
  const cases = ids.map((id) => `\tcase "${id}":\n\t\trun_${id}()\n`).join('')
  const head = 'package main\n\nimport "os"\n\nfunc main() {\n\tswitch os.Args[1] {\n'
  const main = `${head}${cases}\t}\n}\n`
  writeFileSync(join(folder, 'main_of_all.go'), main)
  writeFileSync(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n')
  return ['go', 'build', '-o', 'samples', '.']
}

const run = promisify(execFile)
const metricsPort = await freePort()
const service = await startService({ metricsPort })
const { text } = await service.request('GET', '/docs/document.en.json')
const operations = [...operationsOf(JSON.parse(text) as ReturnType<typeof readContract>)]

/** Moves the clock, after which no token of before is valid. */
const LAST = 'advanceClock'

/** The sample of each operation as a file, and the variables that it reads. */
async function writeSamples(folder: string, label: string, { fileOf }: Language) {
  const variables = new Map<string, Record<string, string>>()
  for (const { operation } of operations) {
    const { operationId: id, 'x-codeSamples': samples } = operation as unknown as {
      operationId: string
      'x-codeSamples': Sample[]
    }
    const sample = samples.find((one) => one.label === label)
    assert.ok(sample, `${id} has no sample in ${label}`)
    const world = await worldOf(service, id)
    const source = world
      .replace(sample.source)
      .replaceAll('http://localhost:9464', `http://127.0.0.1:${metricsPort}`)
      .replace(/^curl/, 'curl -sS --fail-with-body --max-time 20')
    writeFileSync(join(folder, fileOf(id)), source)
    variables.set(id, world.variables)
  }
  return variables
}

/** Whether the language is there; where all of them have to be, it is an error when it is not. */
function isInstalled(t: TestContext, label: string, { needs }: Language): boolean {
  const missing = needs.find(([program = '', ...args]) => spawnSync(program, args).status !== 0)
  if (!missing) return true
  const text = `the samples in ${label} were not run: \`${missing.join(' ')}\` fails here`
  assert.notEqual(process.env['SAMPLES'], 'all', text)
  void t.annotate(text)
  return false
}

for (const [label, language] of Object.entries(languages)) {
  test(`each sample in ${label} succeeds on a live sandbox`, { timeout: 180_000 }, async (t) => {
    if (!isInstalled(t, label, language)) return
    const cwd = temporaryFolder()
    const variables = await writeSamples(cwd, label, language)
    const ids = [...variables.keys()]
    const { PATH = '', HOME = cwd } = process.env
    const env = { PATH, HOME, GOCACHE: join(cwd, 'cache'), CGO_ENABLED: '0' }
    const call = ([program = '', ...args]: string[], own: Record<string, string>) =>
      run(program, args, { cwd, env: { ...env, ...own }, maxBuffer: 2 ** 24 }).catch(
        (error: Error) => assert.fail(`${label}, ${args.at(-1)}: ${error.message}`),
      )
    if (language.compile) await call(language.compile(cwd, ids), {})
    const runOne = async (id: string) => {
      const { stdout } = await call(language.run(id), variables.get(id) ?? {})
      assert.notEqual(stdout.trim(), '', id)
    }
    assert.ok(ids.includes(LAST))
    const others = ids.filter((id) => id !== LAST).values()
    const inTurn = async () => {
      for (const id of others) await runOne(id)
    }
    await Promise.all([inTurn(), inTurn()])
    await runOne(LAST)
  })
}
