/**
 * Compiles the command line and the service to `dist/`, for the package: Node strips no types below
 * `node_modules`. The folders stay as they are, so that code finds its files beside it. Types are
 * checked by `npm run types` and not once more here, which took three quarters of the time.
 * `tsconfig.build.json` says what is not even read.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generatedFault } from '../contract/generatedFiles.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`

/** Sources are compiled; the snapshots of migrations are for those who write the next one. */
const isNeeded = (path: string) => !path.endsWith('.ts') && !path.endsWith('_snapshot.json')

if (generatedFault() !== undefined) await import('./prepare.ts')
rmSync(dist, { recursive: true, force: true })
execFileSync('tsc', ['-p', `${root}tsconfig.build.json`], { stdio: 'inherit' })
for (const folder of ['db/migrations', 'dashboard', 'domain', 'generated']) {
  cpSync(`${root}${folder}`, `${dist}/${folder}`, { recursive: true, filter: isNeeded })
}
cpSync(`${root}openapi.yaml`, `${dist}/openapi.yaml`)
