/** The sentences that stand in a source file, each value in them as `{}`. */
import ts from 'typescript'

/** The text of a literal, or of several that are joined; undefined for any other expression. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isParenthesizedExpression(node)) return textOf(node.expression)
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
  }
  const isSum = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
  if (!isSum) return undefined
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === undefined && right === undefined ? undefined : (left ?? '{}') + (right ?? '{}')
}

/** @param isOne decides which texts are sentences */
export function sentencesIn(source: string, isOne: (text: string) => boolean): string[] {
  const sentences: string[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    const text = textOf(node)
    if (text !== undefined && isOne(text)) sentences.push(text)
    if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, walk)
  }
  walk(ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true))
  return sentences
}
