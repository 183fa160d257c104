/**
 * Blocks are the parts of a page. One template draws each kind of block, so that all pages look and
 * read alike.
 */
import { writtenPhone } from '../domain/formats/phone.ts'
import { writtenTaxId } from '../domain/formats/taxId.ts'

/** The colour of a status or a note; the words say the same. */
export type Tone = 'good' | 'plain' | 'warn' | 'bad'

/** One value, in a table or beside its label. What people wrote is `text`. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'link'; href: string; text: string }
  /** `short` stands in tables. */
  | { kind: 'time'; iso: string; shown: string; short: string }
  | { kind: 'money'; text: string }
  | { kind: 'status'; tone: Tone; text: string }
  | { kind: 'code'; text: string }
  /** The seller's own number of something, which is not broken at its hyphens. */
  | { kind: 'reference'; text: string }
  /** An id: short, and copied whole. */
  | { kind: 'id'; text: string }
  /** An address that is given away. */
  | { kind: 'address'; href: string }
  | { kind: 'none' }

/** A column's heading; a phone has no room for some. */
export type Column =
  | string
  /** `isNumber` aligns the column as its numbers do, also where no row has one. */
  | { text: string; isWideOnly?: true; isNumber?: true }

/** A field of a form; its name is that of the API. */
export type Field = {
  name: string
  label: string
  type:
    | 'text'
    | 'email'
    | 'password'
    | 'url'
    | 'tel'
    | 'money'
    | 'number'
    | 'date'
    | 'select'
    | 'checkbox'
    | 'checkboxes'
    | 'textarea'
    | 'file'
    | 'hidden'
  value?: string
  /** The chosen values of checkboxes; every other field has one, in `value`. */
  values?: readonly string[]
  options?: readonly { value: string; label: string }[]
  required?: boolean
  hint?: string
  maxLength?: number
  autocomplete?: string
  /** Values that the browser offers while one is typed. */
  suggestions?: readonly string[]
  /** Of a file: the endings of its name. */
  accept?: string
  /** Of a file: its limit. */
  maxBytes?: number
  /** The title of the fold that it stands in with its neighbours; open where one is missing. */
  fold?: string
  /** Why the value was refused. */
  error?: string
}

export type FormBlock = {
  kind: 'form'
  /** Where it is posted to. */
  action: string
  title?: string
  text?: string
  fields: Field[]
  submit: string
  isDangerous?: boolean
  /** Why the form as a whole was refused. */
  error?: string
}

export type Block =
  | { kind: 'facts'; facts: { label: string; cell: Cell }[] }
  | {
      kind: 'table'
      caption: string
      columns: readonly Column[]
      /** On a phone each row is a card of a few lines. */
      isCards?: boolean
      rows: readonly Cell[][]
      /** Said when there are no rows. */
      empty: string
      /** The addresses of the pages beside this one. */
      next?: string
      previous?: string
    }
  /** Sentences, each with its moment, the page that it leads to, and its data behind a fold. */
  | {
      kind: 'acts'
      label: string
      /** The title of each fold. */
      raw: string
      acts: { sentence: Sentence; href: string | undefined; when: Cell; raw: string }[]
      empty: string
      next?: string
      previous?: string
    }
  | {
      kind: 'filters'
      action: string
      fields: Field[]
      /** Active filters; `href` leads to the list without this one. */
      active: { label: string; value: string; href: string }[]
    }
  | FormBlock
  /** Ways of which the reader takes one. */
  | {
      kind: 'choices'
      text?: string
      /** Low, as wide as their texts: they choose what a page shows, and are not its content. */
      isCompact?: true
      choices: { href: string; text: string; isCurrent: boolean }[]
    }
  /** Blocks behind a fold, for the few readers who need them, or a form behind its button. */
  | { kind: 'details'; title: string; blocks: Block[]; isButton?: true }
  | { kind: 'links'; links: { href: string; text: string; isPrimary?: boolean }[] }
  | { kind: 'note'; tone: Tone; text: string; link?: { href: string; text: string } }
  | { kind: 'secret'; label: string; value: string; hint: string }
  | { kind: 'code'; label: string; text: string }
  /** A picture to print, alone on its sheet; `svg` is drawn by this service, never received. */
  | { kind: 'poster'; title: string; svg: string; url?: string; hint: string }
  | {
      kind: 'chart'
      caption: string
      /** `title` is read out and shown on the bar. */
      bars: { label: string; value: number; title: string }[]
      /** The highest value of the axis; what is higher is cut, and told in `notes`. */
      top: number
      /** The first day, one in the middle and the last, in short. */
      ends: readonly string[]
      /** Values of the axis, the highest first. */
      axis: readonly string[]
      notes: readonly string[]
      columns: readonly [string, string]
    }
  /** Colours, each with a sample of text on it. */
  | {
      kind: 'swatches'
      sample: string
      swatches: { label: string; color: string; on: string }[]
    }
  /** A file of this service. */
  | { kind: 'picture'; src: string; alt: string }
  /** Count and sums of a list. */
  | { kind: 'sums'; label: string; said: readonly string[] }
  | { kind: 'checklist'; items: { text: string; href: string; isDone: boolean }[] }
  | { kind: 'figures'; figures: { label: string; value: string; change?: string; tone?: Tone }[] }
  | { kind: 'section'; title: string; blocks: Block[] }

/** Words of ours, and names, whose direction is their own. */
export type Sentence = readonly ({ words: string } | { name: string })[]

export const none: Cell = { kind: 'none' }

export const text = (value: string | null): Cell =>
  value === null || value === '' ? none : { kind: 'text', text: value }

/** Characters that begin or end a direction (UAX #9, Explicit Directional Formatting). */
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Keeps a value apart from the direction of the text around it (UAX #9, isolates). Those of its own
 * are left out: one could end the isolate.
 */
export const isolated = (value: string): string => `\u2068${value.replaceAll(directions, '')}\u2069`

export const id = (value: string | null): Cell =>
  value === null ? none : { kind: 'id', text: value }

export const code = (value: string | null): Cell =>
  value === null ? none : { kind: 'code', text: value }

export const reference = (value: string | null): Cell =>
  value === null || value === '' ? none : { kind: 'reference', text: value }

export const taxId = (value: string | null): Cell => text(value && writtenTaxId(value))

export const phone = (value: string | null): Cell => text(value && writtenPhone(value))

export const link = (href: string, value: string): Cell => ({ kind: 'link', href, text: value })

export const status = (tone: Tone, value: string): Cell => ({ kind: 'status', tone, text: value })

export const section = (title: string, ...blocks: Block[]): Block => ({
  kind: 'section',
  title,
  blocks,
})

/** Free JSON that an integration has stored, as it is; no block when there is none. */
export const metadata = (label: string, value: object): Block[] =>
  Object.keys(value).length === 0
    ? []
    : [{ kind: 'code', label, text: JSON.stringify(value, null, 2) }]

/** Leads to a form of this page, or of another one, by the id that its template gives it. */
export const toForm = (action: string, title: string, page = ''): Block => ({
  kind: 'links',
  links: [
    {
      href: `${page}#form${action.replaceAll(/[^a-z0-9]+/gi, '-')}`,
      text: title,
      isPrimary: true,
    },
  ],
})

/** A form for a new object, on the page of the list and behind its button. */
export const folded = (title: string, ...forms: FormBlock[]): Block => ({
  kind: 'details',
  title,
  isButton: true,
  blocks: forms,
})
