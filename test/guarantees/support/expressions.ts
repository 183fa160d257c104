/** Every regular expression of the project, as its source and its flags. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { readContract } from '../../../contract/document.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A regular expression; one without flags is built while the program runs. */
export type Expression = { where: string; source: string; flags: string | undefined }

/** Folders without code that a service, a command or a client runs on what comes in. */
const apart = new Set(
  'bench,clients,data,dist,examples,generated,node_modules,shops,simulation,test,.git'.split(','),
)
const files = globSync('**/*.{ts,js}', { cwd: root, exclude: (path) => apart.has(path) }).toSorted()

function literalOf(where: string, text: string): Expression {
  const end = text.lastIndexOf('/')
  return { where, source: text.slice(1, end), flags: text.slice(end + 1) }
}

/** A text that stands in the program, also one that names constants which do. */
function textOf(node: ts.Node | undefined, constants: Map<string, string>): string | undefined {
  if (!node) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) return constants.get(node.text)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    return ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : undefined
  }
  if (!ts.isTemplateExpression(node)) return undefined
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const text = textOf(expression, constants)
    return text === undefined ? undefined : text + literal.text
  })
  return parts.includes(undefined) ? undefined : node.head.text + parts.join('')
}

/** The expressions of one file; of one that is only made when it runs, its text in the program. */
export function expressionsIn(where: string, text: string): Expression[] {
  const file = ts.createSourceFile(where, text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, string>()
  const found: Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) {
      const value = textOf(node.initializer, constants)
      if (value !== undefined) constants.set(node.name.getText(), value)
    }
    if (ts.isRegularExpressionLiteral(node)) found.push(literalOf(where, node.text))
    const makes = ts.isNewExpression(node) || ts.isCallExpression(node)
    if (makes && node.expression.getText() === 'RegExp') {
      const [source, flags] = node.arguments ?? []
      const known = textOf(source, constants)
      const unknown = { where, source: `made of ${source?.getText()}`, flags: undefined }
      found.push(
        known === undefined
          ? unknown
          : { where, source: known, flags: textOf(flags, constants) ?? '' },
      )
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Every `pattern` of the contract; JSON Schema has them match by code points. */
function patternsIn(value: unknown): Expression[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(patternsIn)
  if (!('pattern' in value) || typeof value.pattern !== 'string') return inner
  return [{ where: 'openapi.yaml', source: value.pattern, flags: 'u' }, ...inner]
}

/** The formats that requests are held to, by the library's own text. */
function formats(): Expression[] {
  const require = createRequire(import.meta.url)
  const text = readFileSync(require.resolve('ajv-formats/dist/formats.js'), 'utf8')
  return [literalOf('ajv-formats', /^ +email: (.*),$/m.exec(text)?.[1] ?? '')]
}

/** All, each once. */
export function everyExpression(): Expression[] {
  const ours = files.flatMap((path) => expressionsIn(path, readFileSync(root + path, 'utf8')))
  const all = [...patternsIn(readContract()), ...formats(), ...ours]
  return [...new Map(all.map((one) => [`${one.where} ${one.source}/${one.flags}`, one])).values()]
}
