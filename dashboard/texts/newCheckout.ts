import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Nova cobrança',
  text: 'Bastam valor e descrição. O link vale 24 horas.',
  amount: 'Valor',
  description: 'Descrição',
  products: 'Cobrar produtos',
  buyer: 'Cliente',
  buyer_hint: 'Opcional. Comece pelo nome, ou escreva o e-mail de quem já é cliente.',
  new_customer: 'Cliente novo',
  customer: { name: 'Nome', email: 'E-mail', tax_id: 'CPF ou CNPJ', phone: 'Telefone' },
  reference: 'Sua referência',
  reference_hint: 'Opcional, por exemplo o número do pedido. Não pode se repetir.',
  submit: 'Criar cobrança',
  nothing: 'Escreva o valor, ou escolha produtos.',
  no_amount: 'Escreva o valor.',
  no_description: 'Escreva o que está sendo cobrado.',
  wrong_quantity: 'Escreva uma quantidade, como 2.',
  no_buyer: 'Nenhum cliente tem este nome ou e-mail. Cadastre-o em “Cliente novo”.',
  several_buyers: 'Há mais de um cliente com este nome. Escreva o e-mail.',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'New checkout',
  text: 'All it takes is an amount and a description. The link is valid for 24 hours.',
  amount: 'Amount',
  description: 'Description',
  products: 'Charge for products',
  buyer: 'Customer',
  buyer_hint: "Optional. Start typing a name, or enter a customer's e-mail.",
  new_customer: 'New customer',
  customer: { name: 'Name', email: 'E-mail', tax_id: 'Tax ID (CPF or CNPJ)', phone: 'Phone' },
  reference: 'Your reference',
  reference_hint: 'Optional, such as an order number. It must be unique.',
  submit: 'Create checkout',
  nothing: 'Enter an amount, or choose products.',
  no_amount: 'Enter an amount.',
  no_description: 'Enter what you are charging for.',
  wrong_quantity: 'Enter a quantity, such as 2.',
  no_buyer: 'No customer has this name or e-mail. Add one under “New customer”.',
  several_buyers: 'Several customers have this name. Enter the e-mail instead.',
}

const es: Texts = {
  title: 'Nuevo cobro',
  text: 'Bastan el importe y la descripción. El enlace vale 24 horas.',
  amount: 'Importe',
  description: 'Descripción',
  products: 'Cobrar productos',
  buyer: 'Cliente',
  buyer_hint: 'Opcional. Empiece por el nombre, o escriba el correo de un cliente.',
  new_customer: 'Cliente nuevo',
  customer: { name: 'Nombre', email: 'Correo', tax_id: 'CPF o CNPJ', phone: 'Teléfono' },
  reference: 'Su referencia',
  reference_hint: 'Opcional, por ejemplo el número del pedido. No se puede repetir.',
  submit: 'Crear cobro',
  nothing: 'Escriba el importe, o elija productos.',
  no_amount: 'Escriba el importe.',
  no_description: 'Escriba qué se cobra.',
  wrong_quantity: 'Escriba una cantidad, como 2.',
  no_buyer: 'Ningún cliente tiene este nombre o correo. Agréguelo en “Cliente nuevo”.',
  several_buyers: 'Varios clientes tienen este nombre. Escriba el correo.',
}

export const newCheckout: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
