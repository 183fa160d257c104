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
  text: 'An amount and a description are enough. The link is good for 24 hours.',
  amount: 'Amount',
  description: 'Description',
  products: 'Charge for products',
  buyer: 'Customer',
  buyer_hint: 'Optional. Begin with the name, or write the e-mail of a customer.',
  new_customer: 'New customer',
  customer: { name: 'Name', email: 'E-mail', tax_id: 'Tax number (CPF or CNPJ)', phone: 'Phone' },
  reference: 'Your reference',
  reference_hint: 'Optional, such as the number of the order. It cannot repeat.',
  submit: 'Create checkout',
  nothing: 'Write the amount, or choose products.',
  no_amount: 'Write the amount.',
  no_description: 'Write what is charged for.',
  wrong_quantity: 'Write a quantity, such as 2.',
  no_buyer: 'No customer has this name or e-mail. Add them under “New customer”.',
  several_buyers: 'Several customers have this name. Write the e-mail.',
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
