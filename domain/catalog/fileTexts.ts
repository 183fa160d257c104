/** The words of the files of customers and products. */
import type { Locale } from '../formats/locale.ts'

const ptBR = {
  customers: {
    title: 'Clientes',
    /** The name of the file. */
    file: 'clientes',
    columns: {
      name: 'Nome',
      tax_id: 'CPF/CNPJ',
      email: 'E-mail',
      phone: 'Telefone',
      status: 'Situação',
      source: 'Origem',
      created_at: 'Criado em',
      updated_at: 'Alterado em',
      id: 'Identificador',
    },
    statuses: { active: 'Ativo', inactive: 'Inativo' },
    sources: { api: 'Loja', payment_link: 'Link de pagamento' },
  },
  products: {
    title: 'Produtos',
    file: 'produtos',
    columns: {
      name: 'Nome',
      description: 'Descrição',
      price: 'Preço',
      currency: 'Moeda',
      status: 'Situação',
      created_at: 'Criado em',
      updated_at: 'Alterado em',
      id: 'Identificador',
      default_offer_id: 'Identificador da oferta',
    },
    statuses: { active: 'À venda', archived: 'Arquivado' },
  },
}

type Texts = typeof ptBR

const en: Texts = {
  customers: {
    title: 'Customers',
    file: 'customers',
    columns: {
      name: 'Name',
      tax_id: 'CPF/CNPJ',
      email: 'E-mail',
      phone: 'Phone',
      status: 'Status',
      source: 'Source',
      created_at: 'Created',
      updated_at: 'Changed',
      id: 'Id',
    },
    statuses: { active: 'Active', inactive: 'Inactive' },
    sources: { api: 'Shop', payment_link: 'Payment link' },
  },
  products: {
    title: 'Products',
    file: 'products',
    columns: {
      name: 'Name',
      description: 'Description',
      price: 'Price',
      currency: 'Currency',
      status: 'Status',
      created_at: 'Created',
      updated_at: 'Changed',
      id: 'Id',
      default_offer_id: 'Offer id',
    },
    statuses: { active: 'On sale', archived: 'Archived' },
  },
}

const es: Texts = {
  customers: {
    title: 'Clientes',
    file: 'clientes',
    columns: {
      name: 'Nombre',
      tax_id: 'CPF/CNPJ',
      email: 'Correo',
      phone: 'Teléfono',
      status: 'Estado',
      source: 'Origen',
      created_at: 'Creado',
      updated_at: 'Cambiado',
      id: 'Identificador',
    },
    statuses: { active: 'Activo', inactive: 'Inactivo' },
    sources: { api: 'Tienda', payment_link: 'Enlace de pago' },
  },
  products: {
    title: 'Productos',
    file: 'productos',
    columns: {
      name: 'Nombre',
      description: 'Descripción',
      price: 'Precio',
      currency: 'Moneda',
      status: 'Estado',
      created_at: 'Creado',
      updated_at: 'Cambiado',
      id: 'Identificador',
      default_offer_id: 'Identificador de la oferta',
    },
    statuses: { active: 'A la venta', archived: 'Archivado' },
  },
}

export const catalogFileTexts: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
