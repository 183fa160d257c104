/** Invariants of users, passkeys, sessions and invitations. */
import type { Invariant } from './vocabulary.ts'

const madeByFormer = `
  from invitations i where exists (
    select 1 from users u
    where u.seller_id = i.seller_id and u.id = i.invited_by and u.status = 'removed'
  ) or exists (
    select 1 from api_clients c
    where c.seller_id = i.seller_id and c.id = i.invited_by and c.revoked_at is not null
  )`

const ofMakers: Invariant = {
  name: 'who made an invitation has not lost all access',
  broken: `select i.id ${madeByFormer}`,
  repair: 'db repair',
  mends: { field: 'invited_by', rows: `select i.seller_id, i.user_id ${madeByFormer}` },
}

export const ofPeople: Invariant[] = [
  {
    name: `a user's e-mail is in lower case, and one user at a time has it`,
    broken: `
      select id from users where email <> lower(email)
      union all
      select seller_id || ' ' || email from users where status <> 'removed'
      group by seller_id, email having count(*) > 1`,
  },
  {
    name: 'a removed user can neither sign in nor join',
    broken: `
      select u.id from users u where u.status = 'removed' and (
        exists (select 1 from passkeys p where p.seller_id = u.seller_id and p.user_id = u.id)
        or exists (select 1 from invitations i where i.seller_id = u.seller_id and i.user_id = u.id)
        or exists (
          select 1 from user_sessions s
          where s.seller_id = u.seller_id and s.user_id = u.id and s.ended_at is null
        )
      )`,
  },
  ofMakers,
  {
    name: 'the id of an invitation or a session is the hash of its token',
    broken: ['invitations', 'user_sessions']
      .map((table) => `select id from ${table} where not regexp_like(id, '^[A-Za-z0-9_-]{43}$')`)
      .join(' union all '),
  },
]
