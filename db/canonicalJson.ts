/** JSON with sorted names and no white space (RFC 8785): equal for values that are equal. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const texts = members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`)
  return `{${texts.join()}}`
}
