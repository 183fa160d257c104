/** C2: many sessions at once under one `external_id`, of several processes on one database. */
import { everyColumn, query } from '../../db/query.ts'
import type { Arguments } from '../../db/query.ts'
import type { Row } from '../../db/schema/tables.ts'
import { engine } from '../support/engine.ts'
import { control, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import { breakQueries, replaced } from './support/breakage.ts'
import { startContenders } from './support/contenders.ts'
import type { Contenders } from './support/contenders.ts'
import { holdContests } from './support/oneOfMany.ts'

const openWithoutAsking = query(
  'test_open_checkout_without_asking',
  (db, { checkouts: t }, _: Arguments<Row<'checkouts'>>) =>
    db.insert(t).values(everyColumn(t)).returning({ id: t.id }),
)

async function opensOnce({ post, sql }: Pick<Contenders, 'post' | 'sql'>): Promise<string> {
  const default_offer = { amount_minor: 4990, currency: 'BRL' }
  const { body } = await post('/v1/products', { name: 'Caneca', default_offer })
  const {
    default_offer: { id: offer_id },
  } = body as { default_offer: { id: string } }
  return holdContests((round) => {
    const external_id = `pedido-${round}`
    const statement = 'select id from checkouts where external_id = ?'
    return {
      ask: () => post('/v1/checkouts', { offer_id, external_id }),
      refusal: 'checkout_external_id_already_exists',
      stored: async () => (await sql<{ id: string }>(statement, external_id)).map(({ id }) => id),
    }
  })
}

property('C2', async () => opensOnce(await startContenders()))

control('C2', 'the database does not make it unique', async () => {
  const service = await startService({ logLevel: 'silent' })
  const seller = await service.account()
  await service.sql(
    engine === 'sqlite'
      ? 'drop index checkouts_external_id'
      : 'alter table checkouts drop constraint checkouts_external_id',
  )
  breakQueries(service.db, { open_checkout: replaced(openWithoutAsking) })
  await opensOnce({ post: (path, json) => seller.post(path, json) as never, sql: service.sql })
})
