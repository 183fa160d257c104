/** Every sample of the docs does what it says, in every language, on a live sandbox. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import type { TestContext } from 'vitest'
import { operationsOf } from '../../../contract/document.ts'
import type { readContract } from '../../../contract/document.ts'
import { freePort } from '../../../cli/ports.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { bankOf } from '../../../test/support/rail.ts'
import { GOCACHE, languages } from '../../../test/support/sampleLanguages.ts'
import type { Language } from '../../../test/support/sampleLanguages.ts'
import { worldOf } from '../../../test/support/sampleWorld.ts'
import { startService } from '../../../test/support/service.ts'

type Sample = { label: string; source: string }
type Described = { operationId: string; 'x-codeSamples': Sample[] }

const run = promisify(execFile)
const metricsPort = await freePort()
const service = await startService({ metricsPort })
const bank = await bankOf(service)
const { text } = await service.request('GET', '/docs/document.en.json')
const document = JSON.parse(text) as ReturnType<typeof readContract>
const operations = [...operationsOf(document)].map(({ operation }) => operation as unknown)

/** Moves the clock, after which no token of before is valid: it comes last. */
const LAST = 'advanceClock'
const described = (operations as Described[]).toSorted(
  (a, b) => Number(a.operationId === LAST) - Number(b.operationId === LAST),
)

/** Printed before each sample, to split the output of all of them by operation. */
const mark = (id: string) => `--- ${id}`

/** Writes the sample of each operation to a file, and the program that runs them in turn. */
async function writeProgram(folder: string, label: string, language: Language): Promise<void> {
  const { program, within = (source) => source } = language
  const lines = [program.head ?? '']
  for (const { operationId: id, 'x-codeSamples': samples } of described) {
    const sample = samples.find((one) => one.label === label)
    assert.ok(sample, `${id} has no sample in ${label}`)
    const world = await worldOf(service, bank, id, sample.source)
    const source = world.source.replaceAll(
      'http://localhost:9464',
      `http://127.0.0.1:${metricsPort}`,
    )
    writeFileSync(join(folder, language.fileOf(id)), within(source, id))
    for (const [name, value] of Object.entries(world.variables)) {
      lines.push(language.setVariable(name, value))
    }
    lines.push(language.print(mark(id)), language.runSample(id))
  }
  writeFileSync(join(folder, program.file), [...lines, program.tail ?? '', ''].join('\n'))
}

/** A missing language is noted and its samples are skipped; with SAMPLES=all the test fails. */
function isInstalled(t: TestContext, label: string, { needs }: Language): boolean {
  const missing = needs.find(([program = '', ...args]) => spawnSync(program, args).status !== 0)
  if (!missing) return true
  const text = `the samples in ${label} were not run: \`${missing.join(' ')}\` fails here`
  assert.notEqual(process.env['SAMPLES'], 'all', text)
  void t.annotate(text)
  return false
}

for (const [label, language] of Object.entries(languages)) {
  test(`each sample in ${label} succeeds on a live sandbox`, async (t) => {
    if (!isInstalled(t, label, language)) return
    const cwd = temporaryFolder()
    await writeProgram(cwd, label, language)
    const { PATH = '', HOME = cwd } = process.env
    const ofGo = { GOCACHE, GO111MODULE: 'off', CGO_ENABLED: '0' }
    const env = { PATH, HOME, ...ofGo }
    const call = ([file = '', ...args]: string[]) =>
      run(file, args, { cwd, env, maxBuffer: 2 ** 24 })
    if (language.unformatted) {
      const files = described.map(({ operationId }) => language.fileOf(operationId))
      assert.equal((await call([...language.unformatted, ...files])).stdout, '')
    }
    if (language.compile) await call(language.compile)
    const { stdout } = await call(language.run)
    for (const { operationId: id } of described) {
      const [, printed = ''] = stdout.split(`\n${mark(id)}\n`)
      assert.notEqual((printed.split('\n--- ')[0] ?? '').trim(), '', id)
    }
  })
}
