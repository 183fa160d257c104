import type { Problems } from './problemCodes.ts'

/** Where the catalogue speaks to programmers; its other messages are in plain Portuguese. */
export const ptBR: Partial<Problems> = {
  bank_refused: 'O banco recusou a conexão: confira as credenciais e a chave Pix.',
  bank_unavailable: 'O banco não responde, ou não aceita o certificado. Nada mudou.',
  billing_interval_required: 'Uma oferta recorrente precisa do intervalo de cobrança.',
  checkout_external_id_already_exists: 'Outra cobrança já tem esta referência. Use outra.',
  checkout_not_found: 'Esta cobrança não foi encontrada.',
  checkout_not_open: 'Esta cobrança já não está aberta: foi paga, cancelada ou venceu.',
  idempotency_key_reused: 'Este formulário já foi enviado com outros dados. Recarregue a página.',
  insufficient_scope: 'O seu papel não permite fazer isto.',
  invalid_cancel_at: 'Este momento deve ser depois de agora e dentro de 24 horas.',
  invalid_cancel_url: 'Este endereço deve ser completo e começar com http:// ou https://.',
  invalid_cart_amount: 'Os itens devem somar entre 0,01 e 999.999.999,99.',
  invalid_checkout_id: 'Este não é o identificador de uma cobrança.',
  invalid_cursor: 'Esta página da lista não existe mais. Volte à primeira.',
  invalid_customer_id: 'Este não é o identificador de um cliente (cus_…).',
  invalid_external_id: 'A referência não pode ficar vazia.',
  invalid_offer_id: 'Escolha uma oferta.',
  invalid_one_time_billing: 'Uma oferta avulsa não tem intervalo de cobrança. Deixe-o vazio.',
  invalid_payment_link_id: 'Este não é o identificador de um link de pagamento (link_…).',
  invalid_request: 'Confira o que foi escrito: falta um dado, ou ele não está na forma certa.',
  invalid_success_url: 'Este endereço deve ser completo e começar com http:// ou https://.',
  invalid_webhook_url: 'Não é possível enviar eventos a este endereço.',
  payment_link_not_found: 'Este link de pagamento não existe.',
  invalid_logo:
    'Esta imagem não pode ser um logotipo: PNG, JPEG ou WebP sem animação, ' +
    'de até 128 KiB, com lados de 32 a 2.048 pixels.',
  logo_not_found: 'Este logotipo não existe.',
  recurring_checkout_not_supported: 'Ofertas recorrentes ainda não podem ser cobradas aqui.',
  refund_external_id_already_exists: 'Outra devolução já tem esta referência. Use outra.',
  request_too_large: 'O que foi enviado é grande demais.',
}
