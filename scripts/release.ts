/**
 * Checks everything that a release needs, leaves the packages to be published in `release/`, and
 * stops there: `npm run release`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { notesOf, releaseFaults } from './release/faults.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}release`

const read = (file: string) => readFileSync(root + file, 'utf8')

/** Runs a command that reports its own failure, after which nothing follows. */
function run(command: string, args: string[], cwd = root): void {
  console.log(`> ${[command, ...args].join(' ')}`)
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (error) throw error
  if (status !== 0) process.exit(1)
}

const output = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).trim()

/** @returns a line for each thing about the repository that keeps a version from being released */
function repositoryFaults(version: string): string[] {
  const changed = output('git', ['status', '--porcelain'])
  const tagged = output('git', ['tag', '--list', `v${version}`])
  const tagIsHere = output('git', ['tag', '--points-at', 'HEAD'])
    .split('\n')
    .includes(`v${version}`)
  return [
    ...(changed ? [`Not committed:\n${changed}`] : []),
    ...(tagged && !tagIsHere ? [`The tag v${version} is on another commit.`] : []),
  ]
}

function pack(): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const cwd of [root, `${root}packages/client`]) {
    run('npm', ['pack', '--silent', '--pack-destination', folder], cwd)
  }
  run('node', ['packages/clients/build.ts'])
  const bill = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format', 'cyclonedx']
  writeFileSync(`${folder}/balcao.cdx.json`, output('npm', bill))
}

function release(): void {
  const { version, faults } = releaseFaults({
    'openapi.yaml': read('openapi.yaml'),
    'contract/released.yaml': read('contract/released.yaml'),
    'package.json': read('package.json'),
    'package-lock.json': read('package-lock.json'),
    'packages/client/package.json': read('packages/client/package.json'),
    'deploy/charts/balcao/Chart.yaml': read('deploy/charts/balcao/Chart.yaml'),
    'CHANGELOG.md': read('CHANGELOG.md'),
  })
  const all = [...faults, ...repositoryFaults(version)]
  if (all.length > 0) {
    console.error(all.join('\n'))
    process.exitCode = 1
    return
  }
  for (const script of ['check', 'audit', 'test']) run('npm', ['run', script])
  pack()
  writeFileSync(`${folder}/notes.md`, `${notesOf(read('CHANGELOG.md'), version)}\n`)
  console.log(`
${version} is ready in release/. Nothing has been published. The tag does that, once it is pushed:

  git tag --annotate v${version} --message v${version}
  git push origin v${version}`)
}

release()
