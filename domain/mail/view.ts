/** E-mails in the contract's form. */
import type { Row } from '../../db/schema/tables.ts'
import type { components } from '../../generated/types.ts'
import { objectOf } from './rows.ts'

type Wire = components['schemas']

export function emailView(row: Row<'mails'>): Wire['Email'] {
  return {
    id: row.id,
    object: 'email',
    type: row.type,
    about: objectOf(row),
    to: row.recipient,
    // A claimed mail may or may not have left already, so it is not shown as sent.
    status: row.status === 'claimed' ? 'sending' : row.status,
    error: row.error,
    created_at: row.created_at,
    sent_at: row.sent_at,
  }
}
