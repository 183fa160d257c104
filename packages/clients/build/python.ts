/** The types and operations of the client in Python. */
import { codesOf, wordsOf } from './model.ts'
import type { ClientOperation, Field, Model, ObjectType, Type } from './model.ts'

/** Names that Python keeps for itself get an underscore behind them (PEP 8). */
const keywords = ['class', 'def', 'from', 'global', 'import', 'in', 'is', 'lambda', 'pass', 'with']

const nameOf = (name: string) => {
  const snake = wordsOf(name).join('_')
  return keywords.includes(snake) ? `${snake}_` : snake
}

const indented = (lines: string[], spaces: number) =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(spaces) + line))

/** A docstring; its paragraphs are as long as the contract has them. */
function docstring(paragraphs: string[]): string[] {
  const text = paragraphs.filter((one) => one !== '').join('\n\n')
  const safe = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  // A quote at the end would be a fourth one.
  const lines = safe.replace(/"$/, '" ').split('\n')
  return lines.length === 1 ? [`"""${lines[0]}"""`] : [`"""${lines[0]}`, ...lines.slice(1), '"""']
}

/** @param prefix of the module of the types, where another refers to them */
function typeOf(type: Type, prefix = ''): string {
  switch (type.kind) {
    case 'text':
    case 'time':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'Any'
    case 'oneOfTexts':
      return `Literal[${type.values.map((value) => JSON.stringify(value)).join(', ')}]`
    case 'list':
      return `list[${typeOf(type.of, prefix)}]`
    case 'map':
      return `dict[str, ${typeOf(type.of, prefix)}]`
    case 'object':
      return prefix + type.name
    case 'either':
      return `Union[${type.of.map((one) => typeOf(one, prefix)).join(', ')}]`
  }
}

const optional = (text: string, isOptional: boolean) => (isOptional ? `Optional[${text}]` : text)

function fieldLines({ name, type, isNullable, isRequired, description }: Field): string[] {
  const value = optional(typeOf(type), isNullable)
  const line = `${name}: ${isRequired ? value : `NotRequired[${value}]`}`
  return description === '' ? [line] : [line, ...docstring([description])]
}

function classOf({ name, description, fields }: ObjectType): string {
  const head = description === '' ? [] : [...docstring([description]), '']
  const lines = [...head, ...fields.flatMap(fieldLines)]
  return [`class ${name}(TypedDict):`, ...indented(lines, 4)].join('\n')
}

function typesModule(notice: string, { types, events, codes }: Model): string {
  const all = [...codes.keys()].map((code) => `    ${JSON.stringify(code)},`)
  return `# ${notice}
"""The objects of the contract, as they are sent and answered: dictionaries with these keys."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, Optional, TypedDict, Union

${types.map(classOf).join('\n\n\n')}


WebhookEvent = Union[
${[...events.values()].map((name) => `    ${name},`).join('\n')}
]
"""An event, told apart by \`type\`. Ignore types that you do not know."""

ErrorCode = Literal[
${all.join('\n')}
]
"""Every error code of this version; a later one may send more."""
`
}

function argumentsOf({ pathParameters, body, query, takesKey }: ClientOperation): string[] {
  const given = query.map(({ name, type, isRequired }) => {
    const one = typeOf(type, 'types.')
    return `${nameOf(name)}: ${isRequired ? one : `Optional[${one}] = None`}`
  })
  const named = [...given, ...(takesKey ? ['idempotency_key: Optional[str] = None'] : [])]
  const sent = body && `types.${body.name}`
  return [
    'self',
    ...pathParameters.map((name) => `${nameOf(name)}: str`),
    ...(body ? [`body: ${body.isRequired ? sent : `Optional[${sent}] = None`}`] : []),
    ...(named.length > 0 ? ['*', ...named] : []),
  ]
}

/** The arguments with which the hand-written part makes the call. */
function callOf({ id, method, path, pathParameters, body, query, takesKey }: ClientOperation) {
  const members = query.map(({ name }) => `${JSON.stringify(name)}: ${nameOf(name)}`)
  const values = pathParameters.map((name) => `${JSON.stringify(name)}: ${nameOf(name)}`)
  return [
    JSON.stringify(id),
    JSON.stringify(method),
    JSON.stringify(path),
    ...(values.length > 0 ? [`path_values={${values.join(', ')}}`] : []),
    ...(members.length > 0 ? [`query={${members.join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(takesKey ? ['takes_key=True', 'idempotency_key=idempotency_key'] : []),
  ]
}

function methodOf(name: string, operation: ClientOperation, how: string, answer: string): string {
  const { text, codes } = operation
  return [
    `def ${name}(`,
    ...indented(
      argumentsOf(operation).map((one) => `${one},`),
      4,
    ),
    `) -> ${answer}:`,
    ...indented(docstring([...text, codesOf(codes)]), 4),
    `    answer: ${answer} = self.${how}(`,
    ...indented(
      callOf(operation).map((one) => `${one},`),
      8,
    ),
    '    )',
    '    return answer',
  ].join('\n')
}

function methodsOf(operation: ClientOperation): string[] {
  const { id, answer, item, text } = operation
  const own = methodOf(nameOf(id), operation, '_call', answer ? `types.${answer}` : 'bytes')
  if (item === undefined) return [own]
  const all = { ...operation, text: ['Every item of every page, newest first.', ...text] }
  const name = nameOf(id).replace(/^list_/, 'iterate_')
  return [own, methodOf(name, all, '_each', `Iterator[types.${item}]`)]
}

function operationsModule(notice: string, { operations }: Model): string {
  const methods = operations
    .flatMap(methodsOf)
    .map((one) => indented(one.split('\n'), 4).join('\n'))
  return `# ${notice}
"""The operations of the contract, each as a method."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Optional

from . import types


class Operations:
    """Every operation of the contract that takes a token."""

    def _call(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    def _each(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

${methods.join('\n\n')}
`
}

/** The generated files of the package, by their paths in it. */
export const pythonFiles = (notice: string, model: Model): Record<string, string> => ({
  'balcao/types.py': typesModule(notice, model),
  'balcao/_operations.py': operationsModule(notice, model),
})
