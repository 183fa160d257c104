/** The items of a checkout in one line, where there is no room for all. */

/** The beginning of a text, at most as long, without half of a character at its end. */
export const cut = (text: string, length: number): string =>
  text
    .slice(0, Math.max(length, 0))
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

/** A text in one line, without characters that turn the direction of the following text. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()

/** As many of the names as fit in a length, and how many more there are: `Caneca, Pires +3`. */
export function summaryOf(names: readonly string[], length: number): string {
  const more = (shown: number) => (shown < names.length ? ` +${names.length - shown}` : '')
  let fitting: string | undefined
  let text = ''
  for (const [i, name] of names.entries()) {
    text += i === 0 ? name : `, ${name}`
    if (text.length > length) break
    const whole = text + more(i + 1)
    if (whole.length <= length) fitting = whole
  }
  return fitting ?? cut(names[0] ?? '', length - more(1).length) + more(1)
}
