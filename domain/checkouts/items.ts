/** The items of a checkout in one line, where there is no room for all. */

/** The beginning of a text, at most as long, without half of a character at its end. */
export const cut = (text: string, length: number): string =>
  text
    .slice(0, Math.max(length, 0))
    .replace(/[\ud800-\udbff]$/, '')
    .trim()

/** As many of the names as fit in a length, and how many more there are: `Caneca, Pires +3`. */
export function summaryOf(names: readonly string[], length: number): string {
  for (let shown = names.length; shown > 0; shown--) {
    const more = names.length - shown
    const text = names.slice(0, shown).join(', ') + (more > 0 ? ` +${more}` : '')
    if (text.length <= length) return text
  }
  const more = names.length > 1 ? ` +${names.length - 1}` : ''
  return cut(names[0] ?? '', length - more.length) + more
}
