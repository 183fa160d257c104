/**
 * Credentials as they are kept: without the white space and the invisible characters around them
 * that come with a copied text, such as a zero-width space or a byte order mark.
 */
import type { BankSettings } from './options.ts'

const unseen = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A space may stand within a secret (RFC 6749, appendix A.2). */
const unseenWithin = /[^\S ]|[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Without what cannot be seen at its ends. */
export function trimmedCredential(text: string): string {
  const characters = [...text]
  const start = characters.findIndex((character) => !unseen.test(character))
  const end = characters.findLastIndex((character) => !unseen.test(character))
  return start < 0 ? '' : characters.slice(start, end + 1).join('')
}

/** True when a trimmed text has a character, and none that cannot be seen but spaces. */
export const isVisible = (text: string): boolean => text !== '' && !unseenWithin.test(text)

type Credentials = Pick<BankSettings, 'client_id' | 'client_secret' | 'profile_values' | 'pix_key'>

/** The same settings; a credential that is not given stays so. */
export function withTrimmedCredentials<Given extends Partial<Credentials>>(given: Given): Given {
  const trimmed: Partial<Credentials> = {}
  for (const name of ['client_id', 'client_secret', 'pix_key'] as const) {
    if (given[name] !== undefined) trimmed[name] = trimmedCredential(given[name])
  }
  if (given.profile_values !== undefined) {
    const values = Object.entries(given.profile_values)
    trimmed.profile_values = Object.fromEntries(
      values.map(([name, value]) => [name, trimmedCredential(value)]),
    )
  }
  return { ...given, ...trimmed }
}
