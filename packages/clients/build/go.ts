/** The types, operations and error codes of the client in Go, as gofmt writes them. */
import { codesOf, upperFirst, wordsOf } from './model.ts'
import type { ClientOperation, Field, Model, ObjectType, Type } from './model.ts'

/** Words that Go writes in capitals as a whole. */
const initialisms = ['api', 'id', 'url']

const exported = (name: string) =>
  wordsOf(name)
    .map((word) => (initialisms.includes(word) ? word.toUpperCase() : upperFirst(word)))
    .join('')

const unexported = (name: string) => {
  const [first = '', ...rest] = wordsOf(name)
  return first + (rest.length > 0 ? exported(rest.join('_')) : '')
}

const quoted = (text: string) => JSON.stringify(text)

/** Comments; what stands in paragraphs stays in them. */
function comment(text: string, indent = ''): string[] {
  if (text.trim() === '') return []
  return text
    .trim()
    .split('\n')
    .map((line) => `${indent}// ${line}`.trimEnd())
}

/** @param isSent within a body, where any of the alternatives can be given */
function plainOf(type: Type, isSent = false): string {
  switch (type.kind) {
    case 'text':
    case 'oneOfTexts':
      return 'string'
    case 'time':
      return 'time.Time'
    case 'integer':
      return 'int64'
    case 'number':
      return 'float64'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'any'
    case 'list':
      return `[]${plainOf(type.of, isSent)}`
    case 'map':
      return `map[string]${plainOf(type.of, isSent)}`
    case 'object':
      return exported(type.name)
    case 'either':
      return isSent ? 'any' : 'json.RawMessage'
  }
}

/** Lists, maps and what stays JSON are nil by themselves. */
const canBeNil = ({ kind }: Type) => ['list', 'map', 'any', 'either'].includes(kind)

function typeOf({ type, isNullable, isRequired }: Field, isSent: boolean): string {
  const plain = plainOf(type, isSent)
  if (isSent && isNullable) return `*Nullable[${plain}]`
  return (isNullable || !isRequired) && !canBeNil(type) ? `*${plain}` : plain
}

/** A blank line between two fields keeps gofmt from aligning them. */
function structOf(name: string, fields: string[][]): string {
  return [`type ${name} struct {`, fields.map((one) => one.join('\n')).join('\n\n'), '}'].join('\n')
}

function objectOf({ name, description, fields, isSent }: ObjectType): string {
  const own = exported(name)
  const lines = fields.map((field) => {
    const values =
      field.type.kind === 'oneOfTexts' ? `One of: ${field.type.values.join(', ')}.` : ''
    const text = [field.description.trim(), values].filter((one) => one !== '').join(' ')
    // A body is made by bodyOf, which leaves out what is nil by itself.
    const option = field.isRequired || isSent ? '' : ',omitempty'
    const tag = `\`json:"${field.name}${option}"\``
    return [...comment(text, '\t'), `\t${exported(field.name)} ${typeOf(field, isSent)} ${tag}`]
  })
  const about = comment(`${own}: ${description || 'an object of the contract.'}`)
  return [...about, structOf(own, lines)].join('\n')
}

/** A pointer for booleans: other zero values are left out of the query, but false is sent. */
const queryType = ({ type }: Field) => (type.kind === 'boolean' ? '*bool' : plainOf(type))

function queryOf({ id, query }: ClientOperation): string {
  const own = `${exported(id)}Query`
  const fields = query.map((field) => [
    ...comment(field.description, '\t'),
    `\t${exported(field.name)} ${queryType(field)} \`json:"${field.name}"\``,
  ])
  const about = `// ${own} is the query of ${exported(id)}. What is zero is left out.`
  return [about, structOf(own, fields)].join('\n')
}

const imports = (names: string[]) =>
  names.length === 0 ? '' : `\nimport (\n${names.map((name) => `\t${quoted(name)}\n`).join('')})\n`

const file = (notice: string, text: string) => {
  const used = ['context', 'encoding/json', 'net/http', 'time'].filter((path) =>
    text.includes(`${path.split('/').at(-1)}.`),
  )
  return `// ${notice}\n\npackage balcao\n${imports(used)}\n${text}`
}

function typesFile(notice: string, { types, operations, events }: Model): string {
  const ofEvents = new Set(events.values())
  const objects = types.filter(({ name }) => !ofEvents.has(name)).map(objectOf)
  const queries = operations.filter(({ query }) => query.length > 0).map(queryOf)
  return file(notice, `${[...objects, ...queries].join('\n\n')}\n`)
}

type Parameter = { name: string; type: string }

function parametersOf({ id, pathParameters, body, query }: ClientOperation): Parameter[] {
  const sent = body && (body.isRequired ? '' : '*') + exported(body.name)
  return [
    ...pathParameters.map((name) => ({ name: unexported(name), type: 'string' })),
    ...(sent ? [{ name: 'body', type: sent }] : []),
    ...(query.length > 0 ? [{ name: 'query', type: `${exported(id)}Query` }] : []),
  ]
}

/** A composite literal, whose values gofmt aligns by their names. */
function aligned(members: [string, string][], indent: string): string {
  const width = Math.max(...members.map(([name]) => name.length))
  return members
    .map(([name, value]) => `${indent}${`${name}:`.padEnd(width + 1)} ${value},\n`)
    .join('')
}

function methodOf(operation: ClientOperation): string {
  const { id, method, path, pathParameters, body, query, takesKey, answer, text, codes } = operation
  const name = exported(id)
  const type = answer ? exported(answer) : '[]byte'
  const parameters = [
    { name: 'ctx', type: 'context.Context' },
    ...parametersOf(operation),
    ...(takesKey ? [{ name: 'options', type: '...CallOption' }] : []),
  ]
  const members: [string, string][] = [
    ['operation', quoted(id)],
    ['method', `http.Method${upperFirst(method.toLowerCase())}`],
    ['path', quoted(path)],
  ]
  const values = pathParameters.map(unexported)
  if (values.length > 0) members.push(['values', `[]string{${values.join(', ')}}`])
  if (query.length > 0) members.push(['query', 'query'])
  if (body) members.push(['body', 'body'])
  if (takesKey) members.push(['takesKey', 'true'])
  const given = parameters.map((one) => `\t${one.name} ${one.type},\n`).join('')
  const used = ['ctx', 'own', takesKey ? 'options' : 'nil', answer ? 'made' : '&made']
  const words = [`${name}: ${text.join('\n\n')}`, codesOf(codes)]
  return `${comment(words.join('\n\n')).join('\n')}
func (c *Client) ${name}(
${given}) (${answer ? '*' : ''}${type}, error) {
	own := &call{
${aligned(members, '\t\t')}	}
	${answer ? `made := new(${type})` : 'var made []byte'}
	if err := c.do(${used.join(', ')}); err != nil {
		return nil, err
	}
	return made, nil
}`
}

function iteratorOf(operation: ClientOperation, item: string): string {
  const { id } = operation
  const name = exported(id).replace(/^List/, 'Iterate')
  const parameters = parametersOf(operation)
  const given = parameters.map((one) => `${one.name} ${one.type}`).join(', ')
  const type = exported(item)
  const words = `${name} walks over every item of every page of ${exported(id)}, newest first.`
  return `${comment(words).join('\n')}
func (c *Client) ${name}(${given}) *Iterator[${type}] {
	page := func(ctx context.Context, cursor string) ([]${type}, *string, error) {
		query.StartingAfter = cursor
		list, err := c.${exported(id)}(${['ctx', ...parameters.map((one) => one.name)].join(', ')})
		if err != nil {
			return nil, nil, err
		}
		return list.Data, list.NextCursor, nil
	}
	return iteratorOf(query.StartingAfter, page)
}`
}

function operationsFile(notice: string, { operations }: Model): string {
  const functions = operations.flatMap((one) => [
    methodOf(one),
    ...(one.item === undefined ? [] : [iteratorOf(one, one.item)]),
  ])
  return file(notice, `${functions.join('\n\n')}\n`)
}

function codesFile(notice: string, { codes }: Model): string {
  const constants = [...codes].map(
    ([code, status]) =>
      `\t// Code${exported(code)} comes with ${status}.\n\tCode${exported(code)} = ${quoted(code)}`,
  )
  const about = '// Every error code of this version; a later one may send more.'
  return file(notice, `${about}\nconst (\n${constants.join('\n\n')}\n)\n`)
}

/** The generated files of the module, by their paths in it. */
export const goFiles = (notice: string, model: Model): Record<string, string> => ({
  'types.go': typesFile(notice, model),
  'operations.go': operationsFile(notice, model),
  'codes.go': codesFile(notice, model),
})
