import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Busca',
  title_of: (typed: string) => `Busca: ${typed}`,
  label: 'Buscar em tudo',
  hint: 'Nome, e-mail, produto, referência, CPF, telefone, valor ou ID',
  submit: 'Buscar',
  nothing: 'Nada encontrado. Tente o começo de um nome, um e-mail, uma referência ou um valor.',
  ask: 'Escreva no campo acima o que procura.',
  most: 'Só os 20 melhores resultados aparecem aqui. Escreva mais para achar menos.',
  name: 'Nome',
  detail: 'Detalhe',
  types: {
    customer: 'Clientes',
    checkout: 'Cobranças',
    subscription: 'Assinaturas',
    invoice: 'Faturas',
    payment: 'Pagamentos',
    refund: 'Devoluções',
    product: 'Produtos',
    payment_link: 'Links de pagamento',
    transfer: 'Recebido na chave, sem cobrança',
  },
  link_statuses: { active: 'Ativo', inactive: 'Encerrado' },
  transfer_statuses: { unmatched: 'Sem cobrança' },
  end_to_end_id: 'ID da transação Pix',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Search',
  title_of: (typed) => `Search: ${typed}`,
  label: 'Search everything',
  hint: 'Name, e-mail, product, reference, CPF, phone, amount or ID',
  submit: 'Search',
  nothing: 'No results. Try the beginning of a name, an e-mail, a reference or an amount.',
  ask: 'Type what you are looking for in the field above.',
  most: 'Only the top 20 results are shown. Type more to narrow them down.',
  name: 'Name',
  detail: 'Details',
  types: {
    customer: 'Customers',
    checkout: 'Checkouts',
    subscription: 'Subscriptions',
    invoice: 'Invoices',
    payment: 'Payments',
    refund: 'Refunds',
    product: 'Products',
    payment_link: 'Payment links',
    transfer: 'Received at the key, without a charge',
  },
  link_statuses: { active: 'Active', inactive: 'Ended' },
  transfer_statuses: { unmatched: 'Without a charge' },
  end_to_end_id: 'End-to-end id',
}

const es: Texts = {
  title: 'Búsqueda',
  title_of: (typed) => `Búsqueda: ${typed}`,
  label: 'Buscar en todo',
  hint: 'Nombre, e-mail, producto, referencia, CPF, teléfono, importe o ID',
  submit: 'Buscar',
  nothing:
    'Nada encontrado. Pruebe el comienzo de un nombre, un e-mail, una referencia o un importe.',
  ask: 'Escriba en el campo de arriba lo que busca.',
  most: 'Aquí solo aparecen los 20 mejores resultados. Escriba más para encontrar menos.',
  name: 'Nombre',
  detail: 'Detalle',
  types: {
    customer: 'Clientes',
    checkout: 'Cobros',
    subscription: 'Suscripciones',
    invoice: 'Facturas',
    payment: 'Pagos',
    refund: 'Devoluciones',
    product: 'Productos',
    payment_link: 'Enlaces de pago',
    transfer: 'Recibido en la llave, sin cobro',
  },
  link_statuses: { active: 'Activo', inactive: 'Terminado' },
  transfer_statuses: { unmatched: 'Sin cobro' },
  end_to_end_id: 'ID de la transacción Pix',
}

export const search: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
