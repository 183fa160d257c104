/** The tables of this plugin in the shop's database: who the shop is, which sessions it opened. */
import { Inject, Injectable } from '@nestjs/common'
import { Order, Payment, TransactionalConnection } from '@vendure/core'
import type { RequestContext } from '@vendure/core'
import type { InstallationStore, SessionMark, ShopRecord } from '../../shared/installation.ts'
import { keptOf } from './payments.ts'

const SHOP = 'balcao_shop'
const SESSIONS = 'balcao_sessions'

/** The one row of the table of the shop. */
const SHOP_ROW = 'shop'

const definitions = [
  `${SHOP} (id varchar(16) primary key, shop_id varchar(64) not null,
    address varchar(2048) not null, is_copy smallint not null)`,
  `${SESSIONS} (checkout_id varchar(64) not null, shop_id varchar(64) not null,
    primary key (checkout_id, shop_id))`,
]

type Row = Record<string, unknown>

/**
 * Plain statements and no entities: those would want a migration from each shop that upgrades, and
 * its sales would fail until then.
 */
@Injectable()
export class InstallationTables implements InstallationStore<RequestContext> {
  @Inject(TransactionalConnection) private readonly connection!: TransactionalConnection
  #made: Promise<void> | undefined

  async readShop(): Promise<ShopRecord | undefined> {
    const [row] = await this.#run(`select * from ${SHOP} where id = ?`, [SHOP_ROW])
    if (!row) return undefined
    const { shop_id, address, is_copy } = row
    return { shop_id: String(shop_id), address: String(address), is_copy: Number(is_copy) === 1 }
  }

  async insertShop(record: ShopRecord): Promise<void> {
    const { shop_id, address, is_copy } = record
    await this.#insert(SHOP, { id: SHOP_ROW, shop_id, address, is_copy: is_copy ? 1 : 0 })
  }

  async replaceShop(shopId: string, record: ShopRecord): Promise<void> {
    const { shop_id, address, is_copy } = record
    const statement = `update ${SHOP} set shop_id = ?, address = ?, is_copy = ? where shop_id = ?`
    await this.#run(statement, [shop_id, address, is_copy ? 1 : 0, shopId])
  }

  async hasSession(shopId: string, checkoutId: string, ctx?: RequestContext): Promise<boolean> {
    const statement = `select * from ${SESSIONS} where checkout_id = ? and shop_id = ?`
    return (await this.#run(statement, [checkoutId, shopId], ctx)).length > 0
  }

  async hasOldSession({ id }: SessionMark, ctx?: RequestContext): Promise<boolean> {
    const repository = ctx
      ? this.connection.getRepository(ctx, Payment)
      : this.connection.rawConnection.getRepository(Payment)
    const payment = await repository.findOne({ where: { transactionId: id } })
    return keptOf(payment?.metadata) !== undefined
  }

  /** Keeps the session of a shop, whatever becomes of its order. */
  async keepSession(shop_id: string, checkout_id: string, ctx: RequestContext): Promise<void> {
    await this.#insert(SESSIONS, { checkout_id, shop_id }, ctx)
  }

  /** Inserts a row unless there is one of its key. */
  async #insert(table: string, row: Row, ctx?: RequestContext): Promise<void> {
    const names = Object.keys(row)
    const values = `${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
    const isMySql = ['mysql', 'mariadb', 'aurora-mysql'].includes(this.#engine())
    const statement = isMySql
      ? `insert ignore into ${values}`
      : `insert into ${values} on conflict do nothing`
    await this.#run(statement, Object.values(row), ctx)
  }

  #engine(): string {
    return this.connection.rawConnection.options.type
  }

  /** @param statement with a `?` for each value */
  async #run(statement: string, values: unknown[], ctx?: RequestContext): Promise<Row[]> {
    this.#made ??= this.#makeTables().catch((error: unknown) => {
      this.#made = undefined
      throw error
    })
    await this.#made
    // A statement of a request joins its transaction: another connection may be none free.
    const manager = ctx
      ? this.connection.getRepository(ctx, Order).manager
      : this.connection.rawConnection.manager
    let count = 0
    const isPostgres = ['postgres', 'aurora-postgres'].includes(this.#engine())
    const text = isPostgres ? statement.replace(/\?/g, () => `$${++count}`) : statement
    return (await manager.query(text, values)) as Row[]
  }

  async #makeTables(): Promise<void> {
    const { manager } = this.connection.rawConnection
    for (const definition of definitions) {
      await manager.query(`create table if not exists ${definition}`)
    }
  }
}
