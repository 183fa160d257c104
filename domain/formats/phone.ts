/** Phone numbers of Brazil, as people write them. */

const digitsAndMarks = /^[\d\s().+-]+$/

/**
 * The area code, which has no zero, and the number: nine digits from 9 on for mobiles, eight for
 * others. The country's code may stand before it.
 */
const brazilian = /^(?:55)?([1-9]{2})(9\d{4}|[2-5]\d{3})(\d{4})$/

/** A number of Brazil as `(11) 98765-4321`; all else as it is. */
export function writtenPhone(text: string): string {
  const trimmed = text.trim()
  if (!digitsAndMarks.test(trimmed)) return text
  const digits = trimmed.replace(/\D/g, '')
  const isForeign = trimmed.startsWith('+') && !digits.startsWith('55')
  return isForeign || !brazilian.test(digits) ? text : digits.replace(brazilian, '($1) $2-$3')
}
