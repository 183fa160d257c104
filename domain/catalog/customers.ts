import { fieldsChanged } from '../audit/changes.ts'
import { recordChange } from '../audit/record.ts'
import type { AuditAction } from '../audit/record.ts'
import { operator } from '../identity/actor.ts'
import type { Actor } from '../identity/actor.ts'
import { eq } from '../../db/operators.ts'
import { everyColumn, listQuery, pageOf, query } from '../../db/query.ts'
import type { Arguments, ListPage, Transaction } from '../../db/query.ts'
import { deleteRow, lockRow, rowByKey, setColumns } from '../../db/rows.ts'
import type { AuditChange } from '../../db/schema/audit.ts'
import type { Row } from '../../db/schema/tables.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { newId } from '../../runtime/ids.ts'
import { addTerms, changeTerms, foundCustomer } from '../search/terms.ts'
import { spellingsOf } from '../formats/taxId.ts'

type Customer = Row<'customers'>
type Key = { seller_id: string; id: string }

export const customerById = query('customer_by_id', rowByKey('customers'))

/** No row when another customer of the seller has the e-mail address. */
const insertCustomer = query('add_customer', (db, { customers: t }, _: Arguments<Customer>) =>
  db
    .insert(t)
    .values(everyColumn(t))
    .onConflictDoNothing({ target: [t.seller_id, t.email] }),
)

/**
 * Adds a customer.
 *
 * @returns whether no other customer of the seller has the e-mail address
 */
export function* addCustomer(customer: Customer): Transaction<boolean> {
  const [added] = yield* insertCustomer(customer)
  if (added) yield* addTerms(foundCustomer(customer))
  return added !== undefined
}

type CustomerFields = Pick<Customer, 'name' | 'email'> &
  Partial<Pick<Customer, 'phone' | 'tax_id' | 'metadata' | 'source'>>

/**
 * The row of a new customer.
 *
 * @param fields with the name trimmed; the e-mail is stored in lower case
 */
export function newCustomer(
  { name, email, phone = null, tax_id = null, metadata = {}, source = 'api' }: CustomerFields,
  { seller_id, now }: { seller_id: string; now: Date },
): Customer {
  const at = now.toISOString()
  return {
    seller_id,
    id: newId(idPrefixes.customers, now),
    name,
    email: email.toLowerCase(),
    phone,
    tax_id,
    status: 'active',
    source,
    metadata,
    erasing_since: null,
    created_at: at,
    updated_at: at,
  }
}

/**
 * The customer with the e-mail address of a new one, whatever its status, or the new one itself.
 *
 * @returns its id
 */
export function* customerIdFor(customer: Customer): Transaction<string | undefined> {
  const [existing] = yield* customerByEmail(customer)
  if (existing) return existing.id
  if (yield* addCustomer(customer)) return customer.id
  // Another request has just made it.
  const [other] = yield* customerByEmail(customer)
  return other?.id
}

/**
 * The same for a cart, whose data is the account's own: an active customer that a stranger has made
 * at a link gets it in the place of the stranger's.
 *
 * @returns its id
 */
export function* customerIdForCart(
  customer: Customer,
  { actor, now }: { actor: Actor; now: Date },
): Transaction<string | undefined> {
  const id = yield* customerIdFor(customer)
  if (id === undefined || id === customer.id) return id
  const { seller_id, name, phone, tax_id } = customer
  const isStrangers = ([current]: Customer[]) =>
    current?.source === 'payment_link' && current.status === 'active'
  // Locked and read again only then: of two carts at once the first takes it on.
  if (
    isStrangers(yield* customerById({ seller_id, id })) &&
    isStrangers(yield* lockCustomer({ seller_id, id }))
  ) {
    const changes = { name, phone, tax_id, source: 'api' as const }
    yield* changeCustomer(changes, { seller_id, id, actor, now })
  }
  return id
}

export const customersBefore = listQuery(
  'customers_before',
  (db, { customers: t }, args: Arguments<ListPage>) => pageOf(db, t, args),
)

/** The customer with an e-mail address, in lower case; erased ones have none of their own. */
export const customerByEmail = query(
  'customer_by_email',
  rowByKey('customers', 'seller_id', 'email'),
)

const customersWithTaxIdBefore = listQuery(
  'customers_with_tax_id_before',
  (db, { customers: t }, args: Arguments<ListPage & { tax_id: string }>) =>
    pageOf(db, t, args, eq(t.tax_id, args.tax_id)),
)

/**
 * The customers with a tax id, newest first. It is stored as the seller wrote it, so three
 * spellings are searched: this one, the one without punctuation, and the usual one.
 */
export function* customersByTaxId(page: ListPage, tax_id: string): Transaction<Customer[]> {
  const customers: Customer[] = []
  for (const spelling of spellingsOf(tax_id)) {
    customers.push(...(yield* customersWithTaxIdBefore({ ...page, tax_id: spelling })))
  }
  return customers.toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** Takes the lock under which a customer is changed. */
export const lockCustomer = query('lock_customer', lockRow('customers'))

const removeCustomer = query('remove_customer', deleteRow('customers'))

/** Writes all that can change of a customer. */
export const setCustomer = query(
  'change_customer',
  setColumns('customers', [
    'name',
    'email',
    'phone',
    'tax_id',
    'status',
    'source',
    'metadata',
    'updated_at',
  ]),
)

// Without a seller: the command line works for the whole service, and knows only the id.
export const customerOfAnySeller = query('customer_of_any_seller', rowByKey('customers', 'id'))

/** Fields of a customer that can be changed. */
export type CustomerChanges = Partial<
  Pick<Customer, 'name' | 'email' | 'phone' | 'tax_id' | 'metadata' | 'status' | 'source'>
>

type ChangeResult =
  | { customer: Customer; fault?: undefined }
  | { customer?: undefined; fault: 'customer_not_found' | 'customer_email_already_exists' }

/**
 * Reserves an e-mail address for this transaction, so that the update which takes it cannot fail.
 * Only an insertion waits for a transaction that is about to take the same address and then reports
 * it, where an update would fail; so one is made, and undone.
 *
 * @returns whether no other customer of the seller has the address
 */
export function* claimEmail(customer: Customer, now: Date): Transaction<boolean> {
  const claim = { ...customer, id: newId(idPrefixes.customers, now) }
  const [claimed] = yield* insertCustomer(claim)
  if (claimed) yield* removeCustomer(claim)
  return claimed !== undefined
}

const changeable = ['name', 'email', 'phone', 'tax_id', 'metadata', 'status', 'source'] as const

function actionOf(changes: AuditChange[], status: Customer['status']): AuditAction {
  const isStatusAlone = changes.length === 1 && changes[0]?.field === 'status'
  if (!isStatusAlone) return 'customer.updated'
  return status === 'active' ? 'customer.activated' : 'customer.deactivated'
}

/** Changes the given fields of a customer; a null removes the phone or the tax number. */
export function* changeCustomer(
  { email, ...changes }: CustomerChanges,
  { actor, now, ...key }: Key & { actor: Actor; now: Date },
): Transaction<ChangeResult> {
  const [current] = yield* lockCustomer(key)
  if (!current) return { fault: 'customer_not_found' }
  const customer = {
    ...current,
    ...changes,
    email: email?.toLowerCase() ?? current.email,
    updated_at: now.toISOString(),
  }
  if (customer.email !== current.email && !(yield* claimEmail(customer, now))) {
    return { fault: 'customer_email_already_exists' }
  }
  yield* setCustomer(customer)
  yield* changeTerms(foundCustomer(current), foundCustomer(customer))
  const fields = fieldsChanged(current, customer, changeable)
  const { seller_id, id: target } = key
  const action = actionOf(fields, customer.status)
  yield* recordChange({ seller_id, actor, action, target, changes: fields, now })
  return { customer }
}

/**
 * Takes a customer out of new checkouts, or lets it in again, by its id alone, as the command line
 * does. A customer that has the status already stays as it is, so that this can be repeated.
 *
 * @returns the customer, or undefined when there is none
 */
export function* changeCustomerStatus({
  id,
  status,
  now,
}: Pick<Customer, 'id' | 'status'> & { now: Date }): Transaction<Customer | undefined> {
  const [current] = yield* customerOfAnySeller({ id })
  if (!current || current.status === status) return current
  const by = { seller_id: current.seller_id, actor: operator(), now }
  const { customer } = yield* changeCustomer({ status }, { ...by, id })
  return customer
}
