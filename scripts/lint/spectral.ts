/**
 * Spectral and OWASP's rules for it. They are installed by the package of this folder, so what is
 * used of their types stands here.
 */
import { installed } from '../install.ts'

export type Finding = {
  path: (string | number)[]
  code: string | number
  message: string
  range: { start: { line: number } }
}

type Libraries = {
  '@stoplight/spectral-core': {
    Document: new (text: string, parser: object, source: string) => object
    Ruleset: new (definition: object, options: { source: string }) => object
    Spectral: new () => {
      setRuleset(ruleset: object): void
      run(document: object): Promise<Finding[]>
    }
  }
  '@stoplight/spectral-owasp-ruleset': object
  '@stoplight/spectral-parsers': { Yaml: object }
}

/** Imports a library, which is installed now if it is not yet. */
export async function library<Name extends keyof Libraries>(name: Name): Promise<Libraries[Name]> {
  await installed('scripts/lint')
  return ((await import(name)) as { default: Libraries[Name] }).default
}
