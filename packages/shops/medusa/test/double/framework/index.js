/** Medusa's container, with tables in memory. */
export const tables = {
  payment_provider: [{ id: 'pp_balcao_balcao', is_enabled: true }],
  payment_session: [],
  cart_payment_collection: [],
  order_payment_collection: [],
  order_cart: [],
  cart: [],
  order: [],
}

/** The workflows that the provider has run, by name. */
export const workflows = []

const isLike = (value, wanted) => {
  if (Array.isArray(wanted)) return wanted.includes(value)
  if (wanted?.$like) return value.startsWith(wanted.$like.replace('%', ''))
  return value === wanted
}

const find = (entity, filters) =>
  tables[entity].filter((row) =>
    Object.entries(filters).every(([name, wanted]) => isLike(row[name], wanted)),
  )

let cursor
const pg = Object.assign(
  () => ({
    where: async () => (cursor ? [{ cursor }] : []),
    insert: (row) => ({ onConflict: () => ({ merge: async () => void (cursor = row.cursor) }) }),
  }),
  { raw: async () => undefined },
)

const change = (entity) => async (id, fields) => {
  Object.assign(find(entity, { id })[0], fields)
}

const services = {
  query: { graph: async ({ entity, filters }) => ({ data: find(entity, filters) }) },
  logger: { warn: () => undefined },
  pg,
  workflows: { run: async (name, { input }) => void workflows.push({ name, input }) },
  locking: { execute: (_key, work) => work() },
  order: { updateOrders: change('order') },
  cart: { updateCarts: change('cart') },
  payment: { updatePaymentSession: async ({ id, ...fields }) => change('payment_session')(id, fields) },
  event_bus: { subscribe: () => undefined },
}

export const container = {
  resolve: (name) => services[name],
  hasRegistration: (name) => name in services,
}
