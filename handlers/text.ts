const blank = /[\s\p{Cc}\u00ad\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]/u
const isVisible = (character: string) => !blank.test(character)
const nothingToSee = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * A name as it is stored: without white space and invisible characters at its ends, and the empty
 * string when there is nothing in it that could be seen.
 */
export function trimmed(text: string): string {
  const characters = [...text]
  const [first, last] = [characters.findIndex(isVisible), characters.findLastIndex(isVisible)]
  const name = characters.slice(Math.max(first, 0), last + 1).join('')
  return nothingToSee.test(name) ? '' : name
}
