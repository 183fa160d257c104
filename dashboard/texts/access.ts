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
  text: 'Everything that can act on this account, and who created it.',
  empty: 'Nothing has access to this account.',
  kind: 'Kind',
  name: 'Name',
  may: 'Permissions',
  made_by: 'Created by',
  last_used_at: 'Last used',
  expires_at: 'Expires',
  unknown: 'Unknown',
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
  end_made: 'Also end everything it created: keys, people, webhooks and the bank',
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

type Notice = 'made_left' | 'made_ended'

export const notices: Record<Locale, Record<Notice, string>> = {
  'pt-BR': {
    made_left: 'Foi encerrado. O que tinha criado continua: veja abaixo, em “Criado por”.',
    made_ended: 'Foi encerrado, com tudo o que tinha criado.',
  },
  en: {
    made_left: 'Access ended. What it created is still active: see “Created by” below.',
    made_ended: 'Access ended, along with everything it created.',
  },
  es: {
    made_left: 'Terminó. Lo que había creado sigue: vea abajo, en “Creado por”.',
    made_ended: 'Terminó, con todo lo que había creado.',
  },
}
