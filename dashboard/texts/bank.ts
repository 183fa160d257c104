import type { Locale } from '../../domain/checkouts/page/locale.ts'

const ptBR = {
  title: 'Banco',
  sandbox: 'Nenhum banco conectado: as cobranças são pagas no ambiente de teste.',
  provider: 'Contrato',
  bacen: 'API Pix do Banco Central',
  url: 'Endereço do banco',
  token_url: 'Endereço dos tokens',
  client_id: 'client_id',
  pix_key: 'Chave Pix',
  city: 'Cidade',
  callback_url: 'Aviso de pagamentos (webhook do banco)',
  certificate: 'Certificado',
  valid_to: 'Certificado válido até',
  fingerprint: 'Impressão digital (SHA-256)',
  connected_at: 'Conectado em',
  ends_soon: 'O certificado vence em menos de 30 dias. Peça outro ao banco e renove a conexão.',
  ended: 'O certificado venceu: o banco recusa a conexão. Renove-a agora.',
  how: 'O operador do serviço conecta, renova e desconecta o banco na linha de comando:',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Bank',
  sandbox: 'No bank is connected: checkouts are paid in the sandbox.',
  provider: 'Contract',
  bacen: "The Central Bank's Pix API",
  url: "The bank's address",
  token_url: 'Address of tokens',
  client_id: 'client_id',
  pix_key: 'Pix key',
  city: 'City',
  callback_url: "Notice of payments (the bank's webhook)",
  certificate: 'Certificate',
  valid_to: 'Certificate valid until',
  fingerprint: 'Fingerprint (SHA-256)',
  connected_at: 'Connected',
  ends_soon: 'The certificate ends in less than 30 days. Get another from the bank and renew.',
  ended: 'The certificate has ended: the bank refuses the connection. Renew it now.',
  how: 'The operator of the service connects, renews and disconnects the bank by commands:',
}

const es: Texts = {
  title: 'Banco',
  sandbox: 'Ningún banco conectado: los cobros se pagan en el entorno de prueba.',
  provider: 'Contrato',
  bacen: 'API Pix del Banco Central',
  url: 'Dirección del banco',
  token_url: 'Dirección de los tokens',
  client_id: 'client_id',
  pix_key: 'Clave Pix',
  city: 'Ciudad',
  callback_url: 'Aviso de pagos (webhook del banco)',
  certificate: 'Certificado',
  valid_to: 'Certificado válido hasta',
  fingerprint: 'Huella digital (SHA-256)',
  connected_at: 'Conectado',
  ends_soon: 'El certificado vence en menos de 30 días. Pida otro al banco y renueve la conexión.',
  ended: 'El certificado venció: el banco rechaza la conexión. Renuévela ahora.',
  how: 'El operador del servicio conecta, renueva y desconecta el banco con comandos:',
}

export const bank: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
