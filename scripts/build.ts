/**
 * Compiles the command line and the service to `dist/`, for the package: Node strips no types below
 * `node_modules`. The folders stay as they are, so that code finds its files beside it. Types are
 * checked by `npm run types` and not once more here, which took three quarters of the time.
 */
import { cpSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = `${root}dist`

/** Sources are compiled; the snapshots of migrations are for those who write the next one. */
const isNeeded = (path: string) => !path.endsWith('.ts') && !path.endsWith('_snapshot.json')

function compile(): void {
  const file = `${root}tsconfig.build.json`
  const config = ts.readConfigFile(file, (path) => ts.sys.readFile(path)).config as unknown
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  // What packages declare is read by checks only, and is twice as long as the project.
  host.resolveModuleNameLiterals = (names, importer) =>
    names.map(({ text }) =>
      text.startsWith('.')
        ? ts.resolveModuleName(text, importer, options, host)
        : { resolvedModule: undefined },
    )
  const { emitSkipped, diagnostics } = ts.createProgram(fileNames, options, host).emit()
  if (emitSkipped) throw new Error(ts.formatDiagnostics(diagnostics, host))
}

rmSync(dist, { recursive: true, force: true })
compile()
for (const folder of ['db/migrations', 'dashboard', 'domain', 'generated']) {
  cpSync(`${root}${folder}`, `${dist}/${folder}`, { recursive: true, filter: isNeeded })
}
cpSync(`${root}openapi.yaml`, `${dist}/openapi.yaml`)
