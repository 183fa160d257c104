/** Invariants of sellers' settings and of their mails. */
import type { Invariant } from './vocabulary.ts'

export const ofSettings: Invariant[] = [
  {
    name: `a seller's logo is kept under the hash of its file`,
    broken: `
      select s.seller_id from seller_settings s
      where s.logo_id is not null and not exists (
        select 1 from logos l where l.seller_id = s.seller_id and l.id = s.logo_id
      )
      union all
      select id from logos where not regexp_like(id, '^[A-Za-z0-9_-]{43}$')`,
  },
  {
    name: 'a mail has a claimed_at exactly when it is claimed or sent',
    broken: `
      select id from mails
      where (status = 'pending' and claimed_at is not null)
        or (status in ('claimed', 'sent') and claimed_at is null)`,
  },
  {
    name: 'a mail that failed says why',
    broken: `select id from mails where (status = 'failed') <> (error is not null)`,
  },
]
