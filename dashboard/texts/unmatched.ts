import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Recebido na chave, sem cobrança',
  text:
    'Dinheiro que chegou à sua chave Pix sem passar por uma cobrança. Aparece aqui em minutos, e ' +
    'nunca é devolvido sozinho. O que o banco diz de quem pagou fica por 90 dias.',
  empty: 'Nada chegou à sua chave sem cobrança neste período.',
  payer: 'Quem pagou',
  unknown: 'O banco não diz',
  returned: 'Devolvido no banco',
  end_to_end_id: 'ID da transação Pix',
  when: 'Quando',
  count: (count: number) => (count === 1 ? '1 lançamento' : `${count} lançamentos`),
  sum: (amount: string) => `soma ${amount}`,
  show_statement: 'Ver o extrato',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Received at the key, without a charge',
  text:
    'Money that came to your Pix key by no charge. It appears here within minutes, and ' +
    'is never sent back by itself. What the bank says of the payer is kept for 90 days.',
  empty: 'Nothing came to your key without a charge in this period.',
  payer: 'Payer',
  unknown: 'The bank does not say',
  returned: 'Returned at the bank',
  end_to_end_id: 'End-to-end id',
  when: 'When',
  count: (count) => (count === 1 ? '1 entry' : `${count} entries`),
  sum: (amount) => `sum ${amount}`,
  show_statement: 'View the statement',
}

const es: Texts = {
  title: 'Recibido en la llave, sin cobro',
  text:
    'Dinero que llegó a su llave Pix sin pasar por un cobro. Aparece aquí en minutos, y ' +
    'nunca se devuelve solo. Lo que el banco dice del pagador se guarda 90 días.',
  empty: 'Nada llegó a su llave sin cobro en este período.',
  payer: 'Quién pagó',
  unknown: 'El banco no lo dice',
  returned: 'Devuelto en el banco',
  end_to_end_id: 'ID de la transacción Pix',
  when: 'Cuándo',
  count: (count) => (count === 1 ? '1 movimiento' : `${count} movimientos`),
  sum: (amount) => `suma ${amount}`,
  show_statement: 'Ver el extracto',
}

export const unmatched: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
