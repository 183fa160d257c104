/** Customers: the list, one with its facts, and the forms that make, change and erase one. */
import { ApiError } from '../../contract/apiError.ts'
import { isErasedEmail } from '../../domain/formats/personalData.ts'
import type { components } from '../../generated/types.ts'
import { folded, id, isolated, link, metadata, phone, status, taxId, text } from '../blocks.ts'
import type { Block, Field, FormBlock, Tone } from '../blocks.ts'
import { changesOf } from '../changes.ts'
import { linksToFiles, ownDownloads } from '../listFiles.ts'
import { filtersOf, pagesOf, parametersOf, time } from '../lists.ts'
import { customerName } from '../names.ts'
import { customerSales } from './customerSales.ts'
import { newCheckoutLink } from './newCheckout.ts'
import { newSubscriptionLink } from './newSubscription.ts'
import { subscriptionsOfCustomer } from './subscriptions.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { customers as texts } from '../texts/customers.ts'

type Customer = components['schemas']['Customer']

const tones: Record<Customer['status'], Tone> = { active: 'good', inactive: 'plain' }

const addressOf = (id: string): string => `/dashboard/customers/${id}`

/** The fields of both forms, with what is known of a customer. */
function fieldsOf({ locale }: PageContext, customer?: Customer): Field[] {
  const words = texts[locale]
  const fields: Field[] = [
    { name: 'name', label: words.name, type: 'text', required: true, maxLength: 160 },
    { name: 'email', label: words.email, type: 'email', required: true, maxLength: 320 },
    { name: 'phone', label: words.phone, type: 'tel', maxLength: 32 },
    { name: 'tax_id', label: words.tax_id, type: 'text', maxLength: 32 },
  ]
  const values = new Map<string, unknown>(Object.entries(customer ?? {}))
  return fields.map((field) => ({ ...field, value: String(values.get(field.name) ?? '') }))
}

const filters = ['email']

export const customersFiles = ownDownloads('customers', 'exportCustomers', filters)

export const customersPage: Page = {
  path: '/dashboard/customers',
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const words = texts[locale]
    const list = await call('listCustomers', { query: parametersOf(context, filters) })
    const canCreate = can('createCustomer')
    const form: FormBlock = {
      kind: 'form',
      action: '/dashboard/customers',
      fields: fieldsOf(context),
      submit: words.create.submit,
    }
    return {
      name: 'customers',
      title: words.title,
      blocks: [
        ...(canCreate ? [folded(words.create.title, form)] : []),
        {
          kind: 'table',
          caption: words.title,
          isCards: true,
          columns: [words.name, words.email, shared.status, shared.created_at],
          rows: list.data.map((customer) => [
            link(addressOf(customer.id), customerName(context, customer)),
            text(customer.email),
            status(tones[customer.status], words.statuses[customer.status]),
            time(context, customer.created_at),
          ]),
          empty: words.empty,
          ...pagesOf(context, list),
        },
        linksToFiles(context, 'customers', filtersOf(context, filters)),
      ],
    }
  },
}

function factsOf(context: PageContext, customer: Customer): Block {
  const { locale, text: shared } = context
  const words = texts[locale]
  const { status: state } = customer
  return {
    kind: 'facts',
    facts: [
      { label: words.name, cell: text(customer.name) },
      { label: words.email, cell: text(customer.email) },
      { label: words.phone, cell: phone(customer.phone) },
      { label: words.tax_id, cell: taxId(customer.tax_id) },
      { label: shared.status, cell: status(tones[state], words.statuses[state]) },
      ...(customer.source === 'api' ? [] : [{ label: words.source, cell: text(words.from_link) }]),
      { label: shared.created_at, cell: time(context, customer.created_at) },
      { label: shared.updated_at, cell: time(context, customer.updated_at) },
      { label: shared.identifier, cell: id(customer.id) },
    ],
  }
}

function formsOf(context: PageContext, customer: Customer): Block[] {
  const { can, locale, text: shared } = context
  const words = texts[locale]
  if (isErasedEmail(customer)) return [{ kind: 'note', tone: 'plain', text: words.erase.done }]
  const state: Field = {
    name: 'status',
    label: shared.status,
    type: 'select',
    options: Object.entries(words.statuses).map(([value, label]) => ({ value, label })),
    value: customer.status,
    hint: words.status_hint,
  }
  const update: Block = {
    kind: 'form',
    action: addressOf(customer.id),
    title: words.update.title,
    fields: [...fieldsOf(context, customer), state],
    submit: shared.save,
  }
  const erase: Block = {
    kind: 'section',
    title: words.erase.title,
    blocks: [
      { kind: 'note', tone: 'bad', text: words.erase.text },
      {
        kind: 'form',
        action: `${addressOf(customer.id)}/erase`,
        fields: [],
        submit: words.erase.submit,
        isDangerous: true,
      },
    ],
  }
  return [...(can('updateCustomer') ? [update] : []), ...(can('eraseCustomer') ? [erase] : [])]
}

/** The ways to charge a customer: once, or by a subscription. */
function saleLinks(context: PageContext, query: string): Block[] {
  const ways = [...newCheckoutLink(context, query), ...newSubscriptionLink(context, query)]
  const links = ways.flatMap((block) => (block.kind === 'links' ? block.links : []))
  return [{ kind: 'links', links: links.map((link, i) => ({ ...link, isPrimary: i === 0 })) }]
}

export const customerPage: Page = {
  path: '/dashboard/customers/:customerId',
  async draw(context) {
    const { call, locale, params } = context
    const words = texts[locale]
    const { customerId = '' } = params
    const customer = await call('getCustomer', { path: { customerId } })
    return {
      name: 'customer',
      title: customerName(context, customer),
      blocks: [
        ...(customer.status === 'active' ? saleLinks(context, `?customer_id=${customer.id}`) : []),
        factsOf(context, customer),
        ...(await subscriptionsOfCustomer(context, customer.id)),
        ...(await customerSales(context, customer.id)),
        ...metadata(words.metadata, customer.metadata),
        ...formsOf(context, customer),
      ],
    }
  },
}

const removable = ['phone', 'tax_id']

const createAction = action<'createCustomer'>({
  path: '/dashboard/customers',
  operation: 'createCustomer',
  done: ({ id }) => ({ to: addressOf(id), done: 'customer_created' }),
  page: customersPage,
})

const updateAction = action<'updateCustomer'>({
  path: '/dashboard/customers/:customerId',
  operation: 'updateCustomer',
  async input({ call, params }, form) {
    const path = { customerId: params['customerId'] ?? '' }
    // A form from before the erasure has all of the person's data in it.
    if (isErasedEmail(await call('getCustomer', { path }))) throw new ApiError('customer_not_found')
    return { path, body: changesOf(form, ['name', 'email', ...removable, 'status'], removable) }
  },
  done: ({ id }) => ({ to: addressOf(id), done: 'customer_updated' }),
  page: customerPage,
})

const eraseAction = action<'eraseCustomer'>({
  path: '/dashboard/customers/:customerId/erase',
  operation: 'eraseCustomer',
  confirm: async (context) => {
    const path = { customerId: context.params['customerId'] ?? '' }
    const customer = await context.call('getCustomer', { path })
    return texts[context.locale].erase.confirm(isolated(customerName(context, customer)))
  },
  done: ({ id }) => ({ to: addressOf(id), done: 'customer_erased' }),
  page: customerPage,
})

export const customerActions = [createAction, updateAction, eraseAction]
