/** The rows of invitations, and how they end. */
import { and, eq, isNotNull } from '../../db/operators.ts'
import { query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import { addRow, deleteRow, rowByKey } from '../../db/rows.ts'
import type { Row } from '../../db/schema/tables.ts'

type Invitation = Row<'invitations'>
type OfSeller = Pick<Invitation, 'seller_id'>

export const addInvitation = query('add_invitation', addRow('invitations'))

export const invitationById = query('invitation_by_id', rowByKey('invitations'))

const deleteInvitation = query(
  'delete_invitation_of_user',
  deleteRow('invitations', 'seller_id', 'user_id'),
)

const deleteInvitationsBy = query(
  'delete_invitations_by',
  (db, { invitations: t }, args: Arguments<{ seller_id: string; invited_by: string }>) =>
    db.delete(t).where(and(eq(t.seller_id, args.seller_id), eq(t.invited_by, args.invited_by))),
)

const deleteInvitationsOfSeller = query(
  'delete_invitations_of_seller',
  (db, { invitations: t }, args: Arguments<OfSeller>) =>
    db.delete(t).where(and(eq(t.seller_id, args.seller_id), isNotNull(t.invited_by))),
)

/** Ends the invitation of a user, if there is one. */
export const endInvitation = ({ seller_id, id }: { seller_id: string; id: string }) =>
  deleteInvitation({ seller_id, user_id: id })

/**
 * Ends the unused invitations that a user or an API client made. It is called under the lock of the
 * seller when either loses access: by a link that it kept, its maker could regain access as the
 * invited user.
 */
export const endInvitationsBy = ({ seller_id, id }: { seller_id: string; id: string }) =>
  deleteInvitationsBy({ seller_id, invited_by: id })

/** The same of all users and API clients of a seller; those of the operator stay. */
export const endInvitationsOfSeller = (seller_id: string) =>
  deleteInvitationsOfSeller({ seller_id })
