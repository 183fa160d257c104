/** Turns the texts of a request's parameters into the values that their schemas describe. */
import { toTimestamp, withOffset } from './moment.ts'

type Schema = Record<string, unknown>

/** A parameter of a dereferenced OpenAPI operation. */
export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** Texts of other forms stay texts, which the schema of the parameter then refuses. */
type Reader = (text: string) => unknown

/** Reads the parameters of one place; `contract/README.md` lists what each place may hold. */
export type ParameterReaders = {
  /** The value of a text, before it is validated. */
  readonly read: (name: string, text: string) => unknown
  /** Tells a list, whose name may be sent several times. */
  readonly isList: (name: string) => boolean
  /** Changes valid values to the form in which they are stored. */
  readonly normalize: (values: Record<string, unknown>) => void
}

/** More digits could be lost in a double. */
const MAX_DIGITS = 15

/** Only plain digits become a number: `0x10`, `1e1`, `+5` and `05` stay text. */
const integerForm = /^(0|-?[1-9]\d{0,14})$/
const decimalForm = /^-?(0|[1-9]\d*)(\.\d+)?$/

const readInteger: Reader = (text) => (integerForm.test(text) ? Number(text) : text)

const readNumber: Reader = (text) =>
  text.length <= MAX_DIGITS && decimalForm.test(text) ? Number(text) : text

const readBoolean: Reader = (text) => text === 'true' || (text === 'false' ? false : text)

const isMoment = ({ format }: Schema) => format === 'date-time'

function readerOf(schema: Schema): Reader | undefined {
  const { type, items } = schema
  if (type === 'integer') return readInteger
  if (type === 'number') return readNumber
  if (type === 'boolean') return readBoolean
  if (type === 'array') return readerOf(items as Schema)
  return isMoment(schema) ? withOffset : undefined
}

const namesOf = (parameters: Parameter[], has: (schema: Schema) => boolean) =>
  parameters.filter(({ schema }) => has(schema)).map(({ name }) => name)

/** Makes the readers of an operation's parameters in one place. */
export function parameterReaders(all: Parameter[], place: string): ParameterReaders {
  const parameters = all.filter((parameter) => parameter.in === place)
  const readers = new Map<string, Reader>()
  for (const { name, schema } of parameters) {
    const reader = readerOf(schema)
    if (reader) readers.set(name, reader)
  }
  const lists = new Set(namesOf(parameters, ({ type }) => type === 'array'))
  const moments = namesOf(parameters, (schema) =>
    isMoment((schema['items'] as Schema | undefined) ?? schema),
  )
  return {
    read(name, text) {
      const reader = readers.get(name)
      return reader ? reader(text) : text
    },
    isList: (name) => lists.has(name),
    normalize(values) {
      for (const name of moments) {
        const value = values[name]
        if (typeof value === 'string') values[name] = toTimestamp(value)
        else if (Array.isArray(value))
          values[name] = value.map((element) => toTimestamp(String(element)))
      }
    },
  }
}
