import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Acessos',
  text: 'Tudo o que pode agir pela conta agora, e quem o criou.',
  empty: 'Nada pode agir pela conta.',
  kind: 'Tipo',
  name: 'Nome',
  may: 'O que pode',
  made_by: 'Criado por',
  last_used_at: 'Último uso',
  expires_at: 'Termina em',
  unknown: 'Não se sabe',
  unknown_device: 'Aparelho desconhecido',
  operator: 'Operador',
  types: {
    api_client: 'Chave de API',
    user: 'Pessoa',
    session: 'Sessão',
    webhook_endpoint: 'Webhook',
    invitation: 'Convite',
    bank_connection: 'Banco',
  },
  end_made: 'Encerrar também o que criou: chaves, pessoas, webhooks e banco',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Access',
  text: 'Everything that can act for the account now, and who made it.',
  empty: 'Nothing can act for the account.',
  kind: 'Kind',
  name: 'Name',
  may: 'What it may do',
  made_by: 'Made by',
  last_used_at: 'Last used',
  expires_at: 'Ends',
  unknown: 'Not known',
  unknown_device: 'Unknown device',
  operator: 'Operator',
  types: {
    api_client: 'API key',
    user: 'Person',
    session: 'Session',
    webhook_endpoint: 'Webhook',
    invitation: 'Invitation',
    bank_connection: 'Bank',
  },
  end_made: 'End what it has made, too: keys, people, webhooks and the bank',
}

const es: Texts = {
  title: 'Accesos',
  text: 'Todo lo que puede actuar por la cuenta ahora, y quién lo creó.',
  empty: 'Nada puede actuar por la cuenta.',
  kind: 'Tipo',
  name: 'Nombre',
  may: 'Lo que puede',
  made_by: 'Creado por',
  last_used_at: 'Último uso',
  expires_at: 'Termina el',
  unknown: 'No se sabe',
  unknown_device: 'Dispositivo desconocido',
  operator: 'Operador',
  types: {
    api_client: 'Clave de API',
    user: 'Persona',
    session: 'Sesión',
    webhook_endpoint: 'Webhook',
    invitation: 'Invitación',
    bank_connection: 'Banco',
  },
  end_made: 'Terminar también lo que creó: claves, personas, webhooks y banco',
}

export const access: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

type Done = 'made_left' | 'made_ended'

export const notices: Record<Locale, Record<Done, string>> = {
  'pt-BR': {
    made_left: 'Foi encerrado. O que tinha criado continua: veja abaixo, em “Criado por”.',
    made_ended: 'Foi encerrado, com tudo o que tinha criado.',
  },
  en: {
    made_left: 'It has ended. What it had made goes on: see “Made by” below.',
    made_ended: 'It has ended, with everything that it had made.',
  },
  es: {
    made_left: 'Terminó. Lo que había creado sigue: vea abajo, en “Creado por”.',
    made_ended: 'Terminó, con todo lo que había creado.',
  },
}
