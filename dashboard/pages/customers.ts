/** Customers: the list, one with its facts, and the forms that make, change and erase one. */
import { ApiError } from '../../contract/apiError.ts'
import { isErasedEmail } from '../../domain/formats/personalData.ts'
import type { components } from '../../generated/types.ts'
import { id, isolated, link, metadata, status, text, toForm } from '../blocks.ts'
import type { Block, Field, Tone } from '../blocks.ts'
import { changesOf } from '../changes.ts'
import { pagesOf, parametersOf, time } from '../lists.ts'
import { customerName } from '../names.ts'
import { newCheckoutLink } from './newCheckout.ts'
import { action } from '../page.ts'
import type { Page, PageContext } from '../page.ts'
import { customers as texts } from '../texts/customers.ts'

type Customer = components['schemas']['Customer']

const tones: Record<Customer['status'], Tone> = { active: 'good', inactive: 'plain' }

const addressOf = (id: string): string => `/dashboard/customers/${id}`

/** The fields of both forms, with what is known of a customer. */
function fieldsOf({ locale }: PageContext, known?: Customer): Field[] {
  const own = texts[locale]
  const fields: Field[] = [
    { name: 'name', label: own.name, type: 'text', required: true, maxLength: 160 },
    { name: 'email', label: own.email, type: 'email', required: true, maxLength: 320 },
    { name: 'phone', label: own.phone, type: 'tel', maxLength: 32 },
    { name: 'tax_id', label: own.tax_id, type: 'text', maxLength: 32 },
  ]
  const values = new Map<string, unknown>(Object.entries(known ?? {}))
  return fields.map((field) => ({ ...field, value: String(values.get(field.name) ?? '') }))
}

export const customersPage: Page = {
  path: '/dashboard/customers',
  async draw(context) {
    const { call, can, locale, text: shared } = context
    const own = texts[locale]
    const list = await call('listCustomers', { query: parametersOf(context, ['email']) })
    const canCreate = can('createCustomer')
    const form: Block = {
      kind: 'form',
      action: '/dashboard/customers',
      title: own.create.title,
      fields: fieldsOf(context),
      submit: own.create.submit,
    }
    return {
      name: 'customers',
      title: own.title,
      blocks: [
        ...(canCreate ? [toForm('/dashboard/customers', own.create.title)] : []),
        {
          kind: 'table',
          caption: own.title,
          isCards: true,
          columns: [own.name, own.email, shared.status, shared.created_at],
          rows: list.data.map((customer) => [
            link(addressOf(customer.id), customerName(context, customer)),
            text(customer.email),
            status(tones[customer.status], own.statuses[customer.status]),
            time(context, customer.created_at),
          ]),
          empty: own.empty,
          ...pagesOf(context, list),
        },
        ...(canCreate ? [form] : []),
      ],
    }
  },
}

function factsOf(context: PageContext, customer: Customer): Block {
  const { locale, text: shared } = context
  const own = texts[locale]
  const { status: state } = customer
  return {
    kind: 'facts',
    facts: [
      { label: own.name, cell: text(customer.name) },
      { label: own.email, cell: text(customer.email) },
      { label: own.phone, cell: text(customer.phone) },
      { label: own.tax_id, cell: text(customer.tax_id) },
      { label: shared.status, cell: status(tones[state], own.statuses[state]) },
      { label: shared.created_at, cell: time(context, customer.created_at) },
      { label: shared.updated_at, cell: time(context, customer.updated_at) },
      { label: shared.identifier, cell: id(customer.id) },
    ],
  }
}

function formsOf(context: PageContext, customer: Customer): Block[] {
  const { can, locale, text: shared } = context
  const own = texts[locale]
  if (isErasedEmail(customer)) return [{ kind: 'note', tone: 'plain', text: own.erase.done }]
  const state: Field = {
    name: 'status',
    label: shared.status,
    type: 'select',
    options: Object.entries(own.statuses).map(([value, label]) => ({ value, label })),
    value: customer.status,
    hint: own.status_hint,
  }
  const update: Block = {
    kind: 'form',
    action: addressOf(customer.id),
    title: own.update.title,
    fields: [...fieldsOf(context, customer), state],
    submit: shared.save,
  }
  const erase: Block = {
    kind: 'section',
    title: own.erase.title,
    blocks: [
      { kind: 'note', tone: 'bad', text: own.erase.text },
      {
        kind: 'form',
        action: `${addressOf(customer.id)}/erase`,
        fields: [],
        submit: own.erase.submit,
        isDangerous: true,
      },
    ],
  }
  return [...(can('updateCustomer') ? [update] : []), ...(can('eraseCustomer') ? [erase] : [])]
}

export const customerPage: Page = {
  path: '/dashboard/customers/:customerId',
  async draw(context) {
    const { call, can, locale, params } = context
    const own = texts[locale]
    const { customerId = '' } = params
    const customer = await call('getCustomer', { path: { customerId } })
    const checkouts = {
      href: `/dashboard/checkouts?customer_id=${customer.id}`,
      text: own.checkouts,
    }
    return {
      name: 'customer',
      title: customerName(context, customer),
      blocks: [
        ...(customer.status === 'active'
          ? newCheckoutLink(context, `?customer_id=${customer.id}`)
          : []),
        factsOf(context, customer),
        ...(can('listCheckouts') ? [{ kind: 'links' as const, links: [checkouts] }] : []),
        ...metadata(own.metadata, customer.metadata),
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
