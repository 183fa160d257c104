/** The whole package of each client, from its hand-written part and the contract. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { contractFile } from '../../contract/document.ts'
import type { Document } from '../../contract/document.ts'
import { goFiles } from './go.ts'
import { modelOf } from './model.ts'
import { phpFiles } from './php.ts'
import { pythonFiles } from './python.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const notice = 'Made from openapi.yaml; edits here are lost.'

export const languages = ['php', 'python', 'go'] as const
export type ClientLanguage = (typeof languages)[number]

const emitters = { php: phpFiles, python: pythonFiles, go: goFiles }

/** What running a client leaves in its folder. */
const isMade = (path: string) => /(^|\/)(__pycache__|vendor|.*\.egg-info)(\/|$)/.test(path)

function writtenFiles(language: ClientLanguage): Record<string, string> {
  const folder = `${root}clients/${language}`
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isMade(path))
  return Object.fromEntries(files.map((path) => [path, readFileSync(`${folder}/${path}`, 'utf8')]))
}

/** Only what was generated. */
export function generatedFiles(language: ClientLanguage): Record<string, string> {
  const document = parse(readFileSync(contractFile, 'utf8')) as Document
  return emitters[language](notice, modelOf(document))
}

/** The text of each file of a client's package, by its path. */
export const packageFiles = (language: ClientLanguage): Record<string, string> => ({
  ...writtenFiles(language),
  ...generatedFiles(language),
  LICENSE: readFileSync(`${root}LICENSE`, 'utf8'),
})
