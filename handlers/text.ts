const edge = String.raw`[\s\p{Cc}\u00ad\u115f\u1160\u200b\u2060\u2800\u3164\ufeff\uffa0]`
// The end is looked for where a run of these begins, and not anew at each place within the run.
const edges = new RegExp(`^${edge}+|(?<!${edge})${edge}+$`, 'gu')
const nothingToSee = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/**
 * A name as it is stored: without white space and invisible characters at its ends, and the empty
 * string when there is nothing in it that could be seen.
 */
export function trimmed(text: string): string {
  const name = text.replace(edges, '')
  return nothingToSee.test(name) ? '' : name
}
