/** The operations, shapes and error codes of the client in PHP. */
import { codesOf } from './model.ts'
import type { ClientOperation, Field, Model, ObjectType, Type } from './model.ts'

const single = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const head = (notice: string) => `<?php

// ${notice}

declare(strict_types=1);

namespace Balcao;
`

/** A type as PHPStan, Psalm and editors read it. */
function typeOf(type: Type): string {
  switch (type.kind) {
    case 'text':
    case 'time':
      return 'string'
    case 'integer':
      return 'int'
    case 'number':
      return 'int|float'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'mixed'
    case 'oneOfTexts':
      return type.values.map(single).join('|')
    case 'list':
      return `list<${typeOf(type.of)}>`
    case 'map':
      return `array<string, ${typeOf(type.of)}>`
    case 'object':
      return type.name
    case 'either':
      return type.of.map(typeOf).join('|')
  }
}

const member = ({ name, type, isNullable, isRequired }: Field) =>
  `${name}${isRequired ? '' : '?'}: ${typeOf(type)}${isNullable ? '|null' : ''}`

const shapeOf = ({ name, fields }: ObjectType) =>
  `@phpstan-type ${name} array{\n${fields.map((one) => `    ${member(one)},`).join('\n')}\n}`

/** A documentation comment; its paragraphs are as long as the contract has them. */
function comment(paragraphs: string[], indent: string): string {
  const lines = paragraphs
    .filter((one) => one.trim() !== '')
    .join('\n\n')
    .trim()
    .replaceAll('*/', '* /')
    .split('\n')
  return [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line}`.trimEnd()),
    `${indent} */`,
  ].join('\n')
}

type Argument = { name: string; type: string; preset?: string; shape?: string }

function argumentsOf({ pathParameters, body, query, takesKey }: ClientOperation): Argument[] {
  const isNeeded = query.some(({ isRequired }) => isRequired)
  return [
    ...pathParameters.map((name) => ({ name, type: 'string' })),
    ...(body
      ? [
          {
            name: 'body',
            type: 'array',
            shape: body.name,
            ...(!body.isRequired && { preset: '[]' }),
          },
        ]
      : []),
    ...(query.length > 0
      ? [
          {
            name: 'query',
            type: 'array',
            shape: `array{${query.map(member).join(', ')}}`,
            ...(!isNeeded && { preset: '[]' }),
          },
        ]
      : []),
    ...(takesKey ? [{ name: 'idempotencyKey', type: '?string', preset: 'null' }] : []),
  ]
}

function callOf({ id, method, path, pathParameters, body, query, takesKey }: ClientOperation) {
  const values = pathParameters.map((name) => `${single(name)} => $${name}`)
  // An optional body without a field is not sent.
  const sent = body?.isRequired ? '$body' : '$body === [] ? null : $body'
  return [
    `name: ${single(id)}`,
    `method: ${single(method)}`,
    `path: ${single(path)}`,
    `values: [${values.join(', ')}]`,
    ...(query.length > 0 ? ['query: $query'] : []),
    ...(body ? [`body: ${sent}`] : []),
    ...(takesKey ? ['takesKey: true', 'idempotencyKey: $idempotencyKey'] : []),
  ]
}

type Method = { name: string; how: 'call' | 'each'; type: string; shape?: string; text: string[] }

function methodOf(operation: ClientOperation, { name, how, type, shape, text }: Method): string {
  const given = argumentsOf(operation)
  const shapes = given.filter((one) => one.shape).map((one) => `@param ${one.shape} $${one.name}`)
  const described = [
    ...shapes,
    ...(shape ? [`@return ${shape}`] : []),
    '@throws ApiException',
    '@throws NoResponse',
  ]
  const parameters = given.map(
    (one) => `        ${one.type} $${one.name}${one.preset ? ` = ${one.preset}` : ''},\n`,
  )
  const signature =
    parameters.length > 0 ? `(\n${parameters.join('')}    ): ${type} {` : `(): ${type}\n    {`
  return `${comment([...text, codesOf(operation.codes), described.join('\n')], '    ')}
    public function ${name}${signature}
        return $this->${how}(
${callOf(operation)
  .map((one) => `            ${one},`)
  .join('\n')}
        );
    }`
}

function methodsOf(operation: ClientOperation): string[] {
  const { id, answer, item, text } = operation
  const own = methodOf(operation, {
    name: id,
    how: 'call',
    text,
    ...(answer ? { type: 'array', shape: answer } : { type: 'string' }),
  })
  if (item === undefined) return [own]
  const all = methodOf(operation, {
    name: id.replace(/^list/, 'iterate'),
    how: 'each',
    type: '\\Generator',
    shape: `\\Generator<int, ${item}>`,
    text: ['Every item of every page, newest first.', ...text],
  })
  return [own, all]
}

function operationsFile(notice: string, { operations, types }: Model): string {
  const all = types.flatMap(({ fields }) => fields)
  const objects = new Set(all.filter(({ type }) => type.kind === 'map').map(({ name }) => name))
  return `${head(notice)}
${comment(['Every operation of the contract that takes a token.', ...types.map(shapeOf)], '')}
abstract class Operations
{
    /** The names of the fields that hold an object with keys of your own. */
    protected const OBJECTS = [${[...objects].map(single).join(', ')}];

    abstract protected function call(
        string $name,
        string $method,
        string $path,
        array $values = [],
        array $query = [],
        ?array $body = null,
        bool $takesKey = false,
        ?string $idempotencyKey = null,
    ): array|string;

    abstract protected function each(
        string $name,
        string $method,
        string $path,
        array $values,
        array $query,
    ): \\Generator;

${operations.flatMap(methodsOf).join('\n\n')}
}
`
}

function codesFile(notice: string, { codes }: Model): string {
  const constants = [...codes].map(
    ([code, status]) =>
      `    /** ${status} */\n    public const ${code.toUpperCase()} = ${single(code)};`,
  )
  return `${head(notice)}
/** Every error code of this version; a later one may send more. */
final class ErrorCode
{
${constants.join('\n\n')}
}
`
}

/** The generated files of the package, by their paths in it. */
export const phpFiles = (notice: string, model: Model): Record<string, string> => ({
  'src/Operations.php': operationsFile(notice, model),
  'src/ErrorCode.php': codesFile(notice, model),
})
