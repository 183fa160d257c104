import type { Command } from 'commander'
import { and, eq, isNull, ne, sql } from '../../db/operators.ts'
import { lockProductOfOffer } from '../../domain/catalog/products.ts'
import { query } from '../../db/query.ts'
import type { Arguments, Transaction } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import * as present from '../../handlers/support/present.ts'
import { changing, Refused, withStore } from './command.ts'

type Offer = Row<'offers'>

// Without a seller: whoever runs the command line runs the whole service, and knows only the id.
const offerOfAnySeller = query(
  'offer_of_any_seller',
  (db, { offers: t }, { id }: Arguments<{ id: string }>) => db.select().from(t).where(eq(t.id, id)),
)

const otherActiveOffer = query(
  'other_active_offer',
  (db, { offers: t }, args: Arguments<Pick<Offer, 'seller_id' | 'id' | 'product_id'>>) =>
    db
      .select({ id: t.id })
      .from(t)
      .where(
        and(
          eq(t.seller_id, args.seller_id),
          eq(t.product_id, args.product_id),
          ne(t.id, args.id),
          sql`${t.active}`,
        ),
      )
      .limit(1),
)

const archiveOffer = query(
  'archive_offer',
  (db, { offers: t }, args: Arguments<{ seller_id: string; id: string; now: string }>) =>
    db
      .update(t)
      .set({ archived_at: args.now, active: false, is_default: false, updated_at: args.now })
      .where(and(eq(t.seller_id, args.seller_id), eq(t.id, args.id), isNull(t.archived_at)))
      .returning(),
)

/** The offer as it is once nobody else can change its product's offers. */
function* lockedOffer(id: string): Transaction<Offer> {
  const [found] = yield* offerOfAnySeller({ id })
  if (found) yield* lockProductOfOffer({ seller_id: found.seller_id, id })
  const [offer] = yield* offerOfAnySeller({ id })
  if (!offer) throw new Refused(`There is no offer ${id}.`)
  return offer
}

const archive = (id: string) =>
  withStore(async ({ db, now }) => {
    const offer = await db.run(function* () {
      const current = yield* lockedOffer(id)
      if (current.archived_at !== null) return current
      const [other] = current.is_default ? yield* otherActiveOffer(current) : []
      if (other) {
        const { product_id } = current
        throw new Refused(
          `${id} is the default offer of ${product_id}, which has other active offers: ` +
            'make one of them the default first.',
        )
      }
      const { seller_id } = current
      const [archived] = yield* archiveOffer({ seller_id, id, now: now.toISOString() })
      return archived
    })
    if (!offer) throw new Error('The offer was not there to be archived.')
    return { value: present.offer(offer) }
  })

export function addOffers(program: Command): void {
  const offers = program.command('offers').description('The offers of the products.')
  offers
    .command('archive')
    .description('End an offer for good: the API answers as if there were none.')
    .argument('<id>', 'the offer_ id')
    .action(changing(archive))
}
