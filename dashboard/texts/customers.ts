import { catalogFileTexts } from '../../domain/catalog/fileTexts.ts'
import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Clientes',
  one: 'Cliente',
  empty: 'Nenhum cliente encontrado.',
  name: 'Nome',
  email: 'E-mail',
  phone: 'Telefone',
  tax_id: 'CPF ou CNPJ',
  metadata: 'Metadados',
  source: 'Origem',
  from_link: 'Digitado num link de pagamento, sem confirmação',
  statuses: catalogFileTexts['pt-BR'].customers.statuses,
  status_hint: 'Um cliente inativo não pode receber novas cobranças.',
  checkouts: 'Cobranças deste cliente',
  create: { title: 'Novo cliente', submit: 'Cadastrar cliente' },
  update: { title: 'Alterar cliente' },
  erase: {
    title: 'Apagar os dados deste cliente (LGPD)',
    text:
      'Nome, e-mail, telefone, CPF ou CNPJ e metadados são apagados para sempre, também das ' +
      'cobranças, devoluções e eventos. Valores e datas ficam, porque a contabilidade precisa ' +
      'deles. Não há como desfazer.',
    name: 'Dados apagados',
    submit: 'Apagar para sempre',
    confirm: (name: string) =>
      `Apagar para sempre os dados pessoais do cliente ${name}. Não há como desfazer.`,
    done: 'Os dados pessoais deste cliente foram apagados. Ficaram só valores e datas.',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Customers',
  one: 'Customer',
  empty: 'No customers found.',
  name: 'Name',
  email: 'E-mail',
  phone: 'Phone',
  tax_id: 'Tax ID (CPF or CNPJ)',
  metadata: 'Metadata',
  source: 'Source',
  from_link: 'Typed at a payment link, not confirmed',
  statuses: catalogFileTexts.en.customers.statuses,
  status_hint: 'Inactive customers cannot get new checkouts.',
  checkouts: "This customer's checkouts",
  create: { title: 'New customer', submit: 'Add customer' },
  update: { title: 'Edit customer' },
  erase: {
    title: "Erase this customer's data (LGPD)",
    text:
      'Name, e-mail, phone, tax ID and metadata are permanently erased, also from checkouts, ' +
      'refunds and events. Amounts and dates are kept for accounting. This cannot be undone.',
    name: 'Data erased',
    submit: 'Erase permanently',
    confirm: (name: string) =>
      `Permanently erase the personal data of ${name}. This cannot be undone.`,
    done: "This customer's personal data was erased. Only amounts and dates remain.",
  },
}

const es: Texts = {
  title: 'Clientes',
  one: 'Cliente',
  empty: 'No se encontró ningún cliente.',
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  tax_id: 'Identificación fiscal (CPF o CNPJ)',
  metadata: 'Metadatos',
  source: 'Origen',
  from_link: 'Escrito en un enlace de pago, sin confirmar',
  statuses: catalogFileTexts.es.customers.statuses,
  status_hint: 'Un cliente inactivo no puede recibir cobros nuevos.',
  checkouts: 'Cobros de este cliente',
  create: { title: 'Nuevo cliente', submit: 'Agregar cliente' },
  update: { title: 'Cambiar cliente' },
  erase: {
    title: 'Borrar los datos de este cliente (LGPD)',
    text:
      'El nombre, el correo, el teléfono, la identificación fiscal y los metadatos se borran ' +
      'para siempre, también de los cobros, devoluciones y eventos. Los importes y las fechas ' +
      'quedan, porque la contabilidad los necesita. No se puede deshacer.',
    name: 'Datos borrados',
    submit: 'Borrar para siempre',
    confirm: (name: string) =>
      `Borrar para siempre los datos personales del cliente ${name}. No se puede deshacer.`,
    done: 'Los datos personales de este cliente se borraron. Solo quedan importes y fechas.',
  },
}

export const customers: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

type Notice = 'customer_created' | 'customer_updated' | 'customer_erased'

export const notices: Record<Locale, Record<Notice, string>> = {
  'pt-BR': {
    customer_created: 'O cliente foi cadastrado.',
    customer_updated: 'O cliente foi alterado.',
    customer_erased: 'Os dados do cliente foram apagados.',
  },
  en: {
    customer_created: 'Customer added.',
    customer_updated: 'Customer updated.',
    customer_erased: 'Customer data erased.',
  },
  es: {
    customer_created: 'El cliente fue agregado.',
    customer_updated: 'El cliente fue cambiado.',
    customer_erased: 'Los datos del cliente se borraron.',
  },
}
