/** The tables of this plugin: who the shop is, which sessions it opened, how far it has read. */
import { container } from '@medusajs/framework'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import type { InstallationStore, ShopRecord } from '../../shared/installation.ts'
import { knowsSession } from './store.ts'

const SHOP = 'balcao_shop'
const SESSIONS = 'balcao_sessions'
const CURSORS = 'balcao_cursors'

/** The one row of a table that has one. */
const SHOP_ROW = { id: 'shop' }
const CURSOR_ROW = { id: 'events' }

const database = () => container.resolve(ContainerRegistrationKeys.PG_CONNECTION)

const definitions = [
  `${CURSORS} (id text primary key, cursor text not null)`,
  `${SHOP} (id text primary key, shop_id text not null, address text not null,
    is_copy boolean not null)`,
  `${SESSIONS} (checkout_id text not null, shop_id text not null,
    primary key (checkout_id, shop_id))`,
]

let made: Promise<void> | undefined

async function makeTables(): Promise<void> {
  for (const definition of definitions) {
    await database().raw(`create table if not exists ${definition}`)
  }
}

async function table(name: string) {
  made ??= makeTables().catch((error: unknown) => {
    made = undefined
    throw error
  })
  await made
  return { rows: database()(name) }
}

export const installationStore: InstallationStore = {
  async readShop() {
    const { rows } = await table(SHOP)
    const [row] = (await rows.where(SHOP_ROW)) as ShopRecord[]
    return row
  },
  async insertShop(record) {
    const { rows } = await table(SHOP)
    await rows
      .insert({ ...SHOP_ROW, ...record })
      .onConflict('id')
      .ignore()
  },
  async replaceShop(shop_id, record) {
    const { rows } = await table(SHOP)
    await rows.where({ ...SHOP_ROW, shop_id }).update(record)
  },
  async hasSession(shop_id, checkout_id) {
    const { rows } = await table(SESSIONS)
    const [row] = (await rows.where({ checkout_id, shop_id })) as unknown[]
    return row !== undefined
  },
  hasOldSession: ({ metadata }) => knowsSession(metadata['session'], metadata['basket']),
}

/** Keeps the session of a shop, whatever becomes of its cart and order. */
export async function keepSession(shop_id: string, checkout_id: string): Promise<void> {
  const { rows } = await table(SESSIONS)
  await rows.insert({ checkout_id, shop_id }).onConflict(['checkout_id', 'shop_id']).ignore()
}

export async function readCursor(): Promise<string | undefined> {
  const { rows } = await table(CURSORS)
  const [row] = (await rows.where(CURSOR_ROW)) as { cursor: string }[]
  return row?.cursor
}

export async function writeCursor(cursor: string): Promise<void> {
  const { rows } = await table(CURSORS)
  await rows
    .insert({ ...CURSOR_ROW, cursor })
    .onConflict('id')
    .merge()
}
