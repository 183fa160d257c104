/**
 * Callbacks about recurrences and recurring charges. They carry no credentials, so that they are
 * hints: only the ids in them are read, and the bank is asked about those.
 */
import { fieldsOf, listOf, textOf } from '../bank/fields.ts'
import { isOurTxid } from '../bank/txid.ts'
import { isMandateId } from './answers.ts'

/** The most ids of one callback that are asked about; the lists find the others. */
const MAX_HINTS = 100

/** The ids in a list of a body, each once; undefined when the body has no such list. */
function idsIn(
  body: unknown,
  list: string,
  { name, isId }: { name: string; isId: (text: string) => boolean },
): string[] | undefined {
  const items = fieldsOf(body)[list]
  if (!Array.isArray(items)) return undefined
  const ids = listOf(items).map((item) => textOf(item[name]))
  return [...new Set(ids.filter(isId))].slice(0, MAX_HINTS)
}

/** The recurrences that a callback to `/rec` names; undefined when it is not well-formed. */
export const mandatesAnnounced = (body: unknown): string[] | undefined =>
  idsIn(body, 'recs', { name: 'idRec', isId: isMandateId })

/** The txids that a callback to `/cobr` names; undefined when it is not well-formed. */
export const chargesAnnounced = (body: unknown): string[] | undefined =>
  idsIn(body, 'cobsr', { name: 'txid', isId: isOurTxid })
