/** Partners generate clients from the contract: what others' generators make of it works. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { startService } from '../../../test/support/service.ts'
import { toolsOf } from '../../../test/support/tools.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const contract = join(root, 'openapi.yaml')
const tools = await toolsOf('partners')
const service = await startService()

type MainJob = {
  mainJob(of: { url: string; client_id: string; client_secret: string }): Promise<string>
}

const execute = promisify(execFile)

/** As `npx` starts a command. */
const run = (cwd: string, command: string, ...args: string[]) =>
  execute(process.execPath, [command, ...args], { cwd })

const ours = join(root, 'node_modules')
const heyApi = join(tools, '@hey-api/openapi-ts/bin/run.js')
const orval = join(tools, 'orval/dist/bin/orval.mjs')

/** The command of each generator that writes `client` into a folder. */
const generators: Record<string, (folder: string) => Promise<unknown>> = {
  heyApi: (folder) => run(folder, heyApi, '-i', contract, '-o', 'client', '--no-log-file'),
  orval: (folder) => {
    const balcao = {
      input: { target: contract },
      output: { target: 'client.ts', client: 'fetch', baseUrl: service.url },
    }
    const config = `export default ${JSON.stringify({ balcao })}`
    writeFileSync(join(folder, 'orval.config.mjs'), config)
    return run(folder, orval, '--config', 'orval.config.mjs')
  },
  openapiTypescript: (folder) => {
    // Without it, whatever has a default would have to be sent.
    const optional = '--default-non-nullable=false'
    return run(
      folder,
      join(ours, 'openapi-typescript/bin/cli.js'),
      contract,
      optional,
      '-o',
      'client.ts',
    )
  },
}

/** A partner's project: the clients as generated, and a program for each. */
async function project(): Promise<string> {
  const folder = temporaryFolder()
  symlinkSync(ours, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
        skipLibCheck: true,
        outDir: 'built',
      },
      include: Object.keys(generators),
    }),
  )
  await Promise.all(
    Object.entries(generators).map(async ([name, generate]) => {
      mkdirSync(join(folder, name))
      cpSync(
        join(root, `packages/clients/test/generators/${name}.ts`),
        join(folder, name, 'main.ts'),
      )
      await generate(join(folder, name))
    }),
  )
  return folder
}

const built = project().then(async (folder) => {
  const { stdout } = await run(folder, join(ours, 'typescript/bin/tsc')).catch(
    (error: { stdout: string }) => error,
  )
  return { folder, said: stdout }
})

test('what the generators make compiles in strict mode', async () => {
  assert.equal((await built).said, '')
})

for (const name of Object.keys(generators)) {
  test(`${name}: its client does the main job`, async () => {
    const { folder } = await built
    const load = createRequire(join(folder, 'built', name, 'main.js'))
    const { mainJob } = load('./main.js') as MainJob
    const { client_id, client_secret } = await service.account()
    assert.equal(await mainJob({ url: service.url, client_id, client_secret }), 'completed')
  })
}
