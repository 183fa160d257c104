/** The whole package of each client, from its hand-written part and the contract. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readContract } from '../../../contract/document.ts'
import { goFiles } from './go.ts'
import { modelOf } from './model.ts'
import { phpFiles } from './php.ts'
import { pythonFiles } from './python.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const notice = 'Made from openapi.yaml; edits here are lost.'

export const languages = ['php', 'python', 'go'] as const
export type ClientLanguage = (typeof languages)[number]

const emitters = { php: phpFiles, python: pythonFiles, go: goFiles }

/** Files that running a client leaves in its folder, which belong to no package. */
const isMade = (path: string) => /(^|\/)(__pycache__|vendor|.*\.egg-info)(\/|$)/.test(path)

function writtenFiles(language: ClientLanguage): Record<string, string> {
  const folder = `${root}packages/clients/${language}`
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isMade(path))
  return Object.fromEntries(files.map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')]))
}

/** Only what was generated. */
export const generatedFiles = (language: ClientLanguage): Record<string, string> =>
  emitters[language](notice, modelOf(readContract()))

/** The text of each file of a client's package, by its path; its version is the contract's. */
export function packageFiles(language: ClientLanguage): Record<string, string> {
  const files = writtenFiles(language)
  for (const name of ['composer.json', 'pyproject.toml']) {
    const text = files[name]?.replace(/(version"?\W+)0\.0\.0/, `$1${readContract().info.version}`)
    if (text !== undefined) files[name] = text
  }
  const license = readFileSync(`${root}LICENSE`, 'utf8')
  return { ...files, ...generatedFiles(language), LICENSE: license }
}
