const format = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Cents as people in Brazil write them, for the notes of an order, which are searched as text. */
export const inReais = (amountMinor: number): string =>
  format.format(amountMinor / 100).replace('\u00a0', ' ')
