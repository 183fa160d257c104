/** Medusa's container, with tables in memory. */
export const tables = {
  payment_provider: [{ id: 'pp_balcao_balcao', is_enabled: true }],
  payment_session: [],
  cart_payment_collection: [],
  order_payment_collection: [],
  order_cart: [],
  cart: [],
  order: [],
  refund: [],
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

/** The tables of the plugin itself. */
export const own = {}
const isRow = (wanted) => (row) =>
  Object.entries(wanted).every(([name, value]) => row[name] === value)

const pg = Object.assign(
  (name) => {
    own[name] ??= []
    const rows = own[name]
    return {
      where: (wanted) =>
        Object.assign(Promise.resolve(rows.filter(isRow(wanted))), {
          update: async (fields) => {
            for (const row of rows.filter(isRow(wanted))) Object.assign(row, fields)
          },
        }),
      insert: (row) => ({
        onConflict: (key) => {
          const names = [key].flat()
          const wanted = Object.fromEntries(names.map((one) => [one, row[one]]))
          const before = rows.find(isRow(wanted))
          const write = async (fields) => {
            if (before) Object.assign(before, fields)
            else rows.push({ ...row })
          }
          return { merge: () => write(row), ignore: () => write({}) }
        },
      }),
    }
  },
  { raw: async () => undefined },
)

/** The lines that the provider has logged for the shop's people. */
export const warnings = []

let provider

/** Chooses the provider that Medusa asks for refunds. */
export const use = (chosen) => {
  provider = chosen
}

const sessionOf = (payment_id) =>
  tables.payment_session.find(({ payment }) => payment?.id === payment_id)

/** Keeps a refund and asks the provider for it, as Medusa's own workflow does. */
export async function refund({ payment_id, amount, metadata = null, session = sessionOf(payment_id) }) {
  const row = { id: `ref_${crypto.randomUUID()}`, payment_id, amount, metadata }
  tables.refund.push(row)
  const context = { idempotency_key: row.id }
  try {
    await provider.refundPayment({ data: session.data, amount, context })
  } catch (error) {
    tables.refund.splice(tables.refund.indexOf(row), 1)
    throw error
  }
}

async function runWorkflow(name, { input }) {
  workflows.push({ name, input })
  if (name === 'refund-payment-workflow') await refund(input)
}

const change = (entity) => async (id, fields) => {
  Object.assign(find(entity, { id })[0], fields)
}

const services = {
  query: { graph: async ({ entity, filters }) => ({ data: find(entity, filters) }) },
  logger: { warn: (line) => void warnings.push(line) },
  pg,
  workflows: { run: runWorkflow },
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
