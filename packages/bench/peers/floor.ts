/**
 * The floor: the most that this machine can do. Bare `node:http` and better-sqlite3, everything
 * written by hand for these six operations, each good token remembered, and commits in groups.
 */
import { ApiError } from '../../../contract/apiError.ts'
import { firstBefore } from '../../../handlers/support/pagination.ts'
import { checkoutBody, customerBody, offerBody, pageQuery, requirePathId } from './byHand/bodies.ts'
import { Group } from './byHand/group.ts'
import { checkoutJson, checkoutListJson, customerJson, offerJson } from './byHand/json.ts'
import { serveByHand } from './byHand/server.ts'
import type { Operation } from './byHand/server.ts'
import {
  changedOffer,
  emailTaken,
  externalIdTaken,
  newCheckout,
  newCustomer,
  noCursor,
  requireBuyer,
  requireSellable,
} from './common/rules.ts'
import { newestKey, openFile, openKey } from './common/settings.ts'
import type { SealedKey } from './common/settings.ts'
import { offerOf, opaque, prepareStatements, recordChange, saleOf } from './common/statements.ts'

const client = openFile()
const statements = prepareStatements(opaque(client))
const group = new Group(client)

const getCustomer: Operation = {
  scope: 'customers:read',
  status: 200,
  answer({ seller_id }, { id }) {
    requirePathId(id, 'customer')
    const row = statements.customer.get(seller_id, id)
    if (!row) throw new ApiError('customer_not_found')
    return customerJson(row)
  },
}

const listCheckouts: Operation = {
  scope: 'checkouts:read',
  status: 200,
  async answer({ seller_id }, { query }) {
    const { limit, starting_after, external_id } = pageQuery(query)
    const now = new Date().toISOString()
    if (statements.oneDue.get(seller_id, now)) {
      await group.run(() => statements.expireDue.run(now, seller_id, now))
    }
    if (starting_after !== undefined && !statements.checkout.get(seller_id, starting_after)) {
      throw noCursor()
    }
    const before = firstBefore(starting_after, 'checkout_')
    const rows =
      external_id === undefined
        ? statements.checkoutsBefore.all(seller_id, before, limit + 1)
        : statements.checkoutsByExternalId.all(seller_id, before, external_id)
    return checkoutListJson(rows, limit)
  },
}

const createCustomer: Operation = {
  scope: 'customers:write',
  status: 201,
  answer({ seller_id }, { body }) {
    const row = newCustomer(seller_id, customerBody(body), new Date())
    const stored = { ...row, metadata: JSON.stringify(row.metadata) }
    return group.run(() => {
      if (statements.addCustomer.run(stored).changes === 0) throw emailTaken()
      return customerJson(stored)
    })
  },
}

const createCheckout: Operation = {
  scope: 'checkouts:write',
  status: 201,
  answer(caller, question) {
    const { seller_id } = caller
    const body = checkoutBody(question.body)
    const { customer_id } = body
    return group.run(() => {
      const found = statements.sale.get(seller_id, body.offer_id)
      const sale = requireSellable(found && saleOf(found), caller)
      if (customer_id) requireBuyer(statements.customer.get(seller_id, customer_id))
      const row = newCheckout(seller_id, body, sale, new Date())
      const metadata = JSON.stringify(row.metadata)
      const stored = { ...row, metadata, line_items: JSON.stringify(row.line_items) }
      if (statements.addCheckout.run(stored).changes === 0) throw externalIdTaken()
      return checkoutJson(stored, row.line_items)
    })
  },
}

const updateOffer: Operation = {
  scope: 'products:write',
  status: 200,
  answer(caller, { id, body: bytes }) {
    requirePathId(id, 'offer')
    const { seller_id } = caller
    const body = offerBody(bytes)
    return group.run(() => {
      const found = statements.offer.get(seller_id, id)
      if (!found) throw new ApiError('offer_not_found')
      const lacksDefault = found.lacks_default === 1
      const before = offerOf(found)
      const { row, promoted } = changedOffer(before, lacksDefault, body, new Date())
      const { active, is_default, updated_at } = row
      if (promoted) statements.demoteDefault.run(updated_at, seller_id, row.product_id)
      statements.changeOffer.run({ ...row, active: active ? 1 : 0, is_default: is_default ? 1 : 0 })
      recordChange(statements, caller, before, row)
      return offerJson(row)
    })
  },
}

serveByHand({
  key: openKey(client.prepare(newestKey).get() as SealedKey),
  caller: (client_id) => statements.caller.get(client_id),
  credential(client_id) {
    const found = statements.credential.get(client_id)
    return found && { ...found, scopes: JSON.parse(found.scopes) }
  },
  operations: { getCustomer, listCheckouts, createCustomer, createCheckout, updateOffer },
})
