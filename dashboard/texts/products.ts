import { catalogFileTexts } from '../../domain/catalog/fileTexts.ts'
import type { Locale } from '../../domain/formats/locale.ts'
import { offers } from './offers.ts'

const ptBR = {
  title: 'Produtos',
  one: 'Produto',
  empty: 'Nenhum produto ainda.',
  name: 'Nome',
  description: 'Descrição',
  metadata: 'Metadados',
  price: 'Preço',
  statuses: catalogFileTexts['pt-BR'].products.statuses,
  create: { title: 'Novo produto', submit: 'Criar produto' },
  update: { title: 'Alterar produto' },
  archive: {
    title: 'Arquivar produto',
    text:
      'Ele sai de venda: não aceita novas ofertas nem novas cobranças. As cobranças abertas ' +
      'continuam. Você pode pôr o produto à venda de novo.',
    submit: 'Arquivar',
  },
  restore: {
    title: 'Pôr à venda de novo',
    text: 'O produto volta a aceitar ofertas e cobranças.',
    submit: 'Pôr à venda',
  },
  offers: 'Ofertas',
  checkout: {
    none: 'Só ofertas ativas são vendidas: avulsas, ou por semana, mês, 3, 6 ou 12 meses, ou ano.',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Products',
  one: 'Product',
  empty: 'No products yet.',
  name: 'Name',
  description: 'Description',
  metadata: 'Metadata',
  price: 'Price',
  statuses: catalogFileTexts.en.products.statuses,
  create: { title: 'New product', submit: 'Create product' },
  update: { title: 'Edit product' },
  archive: {
    title: 'Archive product',
    text:
      'It goes off sale: no new offers, no new checkouts. Open checkouts are not affected. You ' +
      'can put it back on sale.',
    submit: 'Archive',
  },
  restore: {
    title: 'Put back on sale',
    text: 'It can get new offers and checkouts again.',
    submit: 'Put on sale',
  },
  offers: 'Offers',
  checkout: {
    none: 'Only active offers are sold: one-time, or per week, month, 3, 6 or 12 months, or year.',
  },
}

const es: Texts = {
  title: 'Productos',
  one: 'Producto',
  empty: 'Todavía no hay productos.',
  name: 'Nombre',
  description: 'Descripción',
  metadata: 'Metadatos',
  price: 'Precio',
  statuses: catalogFileTexts.es.products.statuses,
  create: { title: 'Nuevo producto', submit: 'Crear producto' },
  update: { title: 'Cambiar producto' },
  archive: {
    title: 'Archivar producto',
    text:
      'Deja de venderse: no acepta ofertas ni cobros nuevos. Los cobros abiertos siguen. Puede ' +
      'ponerlo a la venta de nuevo.',
    submit: 'Archivar',
  },
  restore: {
    title: 'Poner a la venta de nuevo',
    text: 'El producto vuelve a aceptar ofertas y cobros.',
    submit: 'Poner a la venta',
  },
  offers: 'Ofertas',
  checkout: {
    none: 'Solo se venden ofertas activas: únicas, o por semana, mes, 3, 6 o 12 meses, o año.',
  },
}

export const products = {
  'pt-BR': { ...ptBR, ...offers['pt-BR'] },
  en: { ...en, ...offers.en },
  es: { ...es, ...offers.es },
} satisfies Record<Locale, Texts>

type Notice =
  | 'product_created'
  | 'product_updated'
  | 'offer_created'
  | 'offer_updated'
  | 'offer_archived'
  | 'checkout_created'

export const notices: Record<Locale, Record<Notice, string>> = {
  'pt-BR': {
    product_created: 'O produto foi criado.',
    product_updated: 'O produto foi alterado.',
    offer_created: 'A oferta foi adicionada.',
    offer_updated: 'A oferta foi alterada.',
    offer_archived: 'A oferta foi arquivada.',
    checkout_created: 'A cobrança foi criada. Copie o link de pagamento para o comprador.',
  },
  en: {
    product_created: 'Product created.',
    product_updated: 'Product updated.',
    offer_created: 'Offer added.',
    offer_updated: 'Offer updated.',
    offer_archived: 'Offer archived.',
    checkout_created: 'Checkout created. Copy the payment link for the buyer.',
  },
  es: {
    product_created: 'El producto fue creado.',
    product_updated: 'El producto fue cambiado.',
    offer_created: 'La oferta fue agregada.',
    offer_updated: 'La oferta fue cambiada.',
    offer_archived: 'La oferta fue archivada.',
    checkout_created: 'El cobro fue creado. Copie el enlace de pago para el comprador.',
  },
}
