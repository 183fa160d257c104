/** Each is one code unit, and no half of a pair. */
const blank = /[\s\p{Cc}\u00ad\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]/u
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const nothingToSee = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * A name as it is stored: in one line, without white space and invisible characters at its ends,
 * and the empty string when there is nothing in it that could be seen.
 */
export const trimmedName = (text: string): string => trimmed(text).replaceAll(lineBreaks, ' ')

/** The same of a text of several lines. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && blank.test(text.charAt(start))) start++
  while (end > start && blank.test(text.charAt(end - 1))) end--
  const name = text.slice(start, end)
  return nothingToSee.test(name) ? '' : name
}
