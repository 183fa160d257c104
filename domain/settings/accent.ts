/**
 * A seller's colour as pages use it: made darker on light ground and lighter on dark, until text of
 * it and on it can be read (WCAG 2.2, 1.4.3).
 */
type Colour = readonly [red: number, green: number, blue: number]

/** The minimum for text of normal size at level AA. */
const MIN_CONTRAST = 4.5

/** How much is mixed in at once, and what a button under the pointer differs by. */
const STEP = 0.02
const HOVER = 0.2

const BLACK: Colour = [0, 0, 0]
const WHITE: Colour = [255, 255, 255]

const parsed = (text: string): Colour => {
  const [red = 0, green = 0, blue = 0] = Buffer.from(text.slice(1), 'hex')
  return [red, green, blue]
}

const written = (colour: Colour) => `#${Buffer.from(colour).toString('hex')}`

const mixed = (from: Colour, to: Colour, share: number): Colour => {
  const [red, green, blue] = from.map((value, i) =>
    Math.round(value + ((to[i] ?? 0) - value) * share),
  )
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** Relative luminance, as WCAG defines it. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(first: Colour, second: Colour): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The contrast of two colours, each as `#rrggbb`: from 1 to 21. */
export const contrastOf = (first: string, second: string): number =>
  contrast(parsed(first), parsed(second))

/** The grounds of a scheme, from style/colours.css, and how the colour is fitted to them. */
type Scheme = { page: string; card: string; towards: Colour; on: string; tintShare: number }

const schemes: Record<'light' | 'dark', Scheme> = {
  light: { page: '#f5f7f5', card: '#ffffff', towards: BLACK, on: '#ffffff', tintShare: 0.1 },
  dark: { page: '#0f1513', card: '#18201d', towards: WHITE, on: '#0f1513', tintShare: 0.15 },
}

/** The colours of a page that come from the seller's. */
export type Accent = { accent: string; deep: string; on: string; tint: string }

/** The colours of one scheme. */
export function accentOf(color: string, name: keyof typeof schemes): Accent {
  const { page, card, towards, on, tintShare } = schemes[name]
  const own = parsed(color)
  const tint = mixed(parsed(card), own, tintShare)
  const grounds = [parsed(page), parsed(card), tint, parsed(on)]
  const isReadable = (colour: Colour) => grounds.every((g) => contrast(colour, g) >= MIN_CONTRAST)
  let share = 0
  while (share < 1 && !isReadable(mixed(own, towards, share))) share += STEP
  const accent = mixed(own, towards, Math.min(1, share))
  return {
    accent: written(accent),
    deep: written(mixed(accent, towards, HOVER)),
    on,
    tint: written(tint),
  }
}

function declarations(color: string, name: keyof typeof schemes): string {
  const { accent, deep, on, tint } = accentOf(color, name)
  return `:root{--accent:${accent};--accent-deep:${deep};--on-accent:${on};--tint:${tint}}`
}

/** A stylesheet that puts a seller's colour in the place of ours, but on paper. */
export const accentStyle = (color: string): string =>
  `@media screen{${declarations(color, 'light')}}` +
  `@media screen and (prefers-color-scheme:dark){${declarations(color, 'dark')}}`
