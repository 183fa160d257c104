import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Chaves de API',
  one: 'Chave de API',
  empty: 'Nenhuma chave de API.',
  name: 'Nome',
  client_id: 'client_id',
  client_secret: 'client_secret',
  scopes: 'Permissões (scopes)',
  scopes_hint: 'Dê a cada programa só o que ele precisa.',
  scope_words: {
    all: 'tudo o que vende: clientes, produtos e cobranças',
    'customers:read': 'ler clientes',
    'customers:write': 'criar, alterar e apagar clientes',
    'products:read': 'ler produtos e ofertas',
    'products:write': 'criar e alterar produtos e ofertas',
    'checkouts:read': 'ler cobranças, pagamentos e devoluções',
    'checkouts:write': 'criar e cancelar cobranças e links',
    'refunds:write': 'devolver dinheiro',
    'account:read': 'ler chaves, webhooks, equipe e auditoria',
    'account:write': 'mudar chaves, webhooks e equipe',
    'bank:write': 'conectar e trocar o banco',
  },
  statuses: { active: 'Ativa', revoked: 'Revogada' },
  revoked_at: 'Revogada em',
  previous_until: 'O segredo anterior vale até',
  purpose: {
    label: 'Para que é esta chave?',
    hint: 'De uma loja, a chave recebe as permissões de que o plugin precisa.',
    other: 'Outro uso: escolha as permissões abaixo',
  },
  make: {
    title: 'Criar uma chave',
    submit: 'Criar chave',
    confirm: (name: string, scopes: string) =>
      `Criar a chave de API ${name} com as permissões ${scopes}.`,
  },
  made: 'A chave foi criada',
  rotated: 'O segredo foi trocado',
  change: {
    title: 'Alterar',
    confirm: (name: string, scopes: string) =>
      `Alterar a chave de API ${name}: as permissões passam a ser ${scopes}.`,
  },
  rotate: {
    title: 'Trocar o segredo',
    previous: 'Por quanto tempo o segredo anterior ainda vale',
    at_once: 'Termina agora, com todos os tokens',
    hour: 'Uma hora',
    day: 'Um dia',
    submit: 'Trocar o segredo',
    confirm: (name: string) => `Trocar o segredo da chave de API ${name}.`,
  },
  revoke: {
    title: 'Revogar',
    text: 'Os tokens desta chave terminam agora, para sempre.',
    submit: 'Revogar a chave',
    confirm: (name: string) => `Revogar a chave de API ${name}.`,
  },
  try_it: 'Para experimentar',
  docs: 'Documentação da API',
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'API keys',
  one: 'API key',
  empty: 'No API keys.',
  name: 'Name',
  client_id: 'client_id',
  client_secret: 'client_secret',
  scopes: 'Scopes',
  scopes_hint: 'Grant each program only what it needs.',
  scope_words: {
    all: 'everything for selling: customers, products and checkouts',
    'customers:read': 'read customers',
    'customers:write': 'create, change and erase customers',
    'products:read': 'read products and offers',
    'products:write': 'create and change products and offers',
    'checkouts:read': 'read checkouts, payments and refunds',
    'checkouts:write': 'create and cancel checkouts and links',
    'refunds:write': 'refund payments',
    'account:read': 'read keys, webhooks, the team and the audit log',
    'account:write': 'manage keys, webhooks and the team',
    'bank:write': 'connect and change the bank',
  },
  statuses: { active: 'Active', revoked: 'Revoked' },
  revoked_at: 'Revoked',
  previous_until: 'Previous secret valid until',
  purpose: {
    label: 'What is this key for?',
    hint: 'For a shop, the key gets the scopes that the plugin needs.',
    other: 'Something else: choose the scopes below',
  },
  make: {
    title: 'Create an API key',
    submit: 'Create key',
    confirm: (name, scopes) => `Create the API key ${name} with the scopes ${scopes}.`,
  },
  made: 'API key created',
  rotated: 'Secret rotated',
  change: {
    title: 'Edit',
    confirm: (name, scopes) => `Change the scopes of the API key ${name} to ${scopes}.`,
  },
  rotate: {
    title: 'Rotate secret',
    previous: 'Keep the previous secret valid for',
    at_once: 'Expire it now, along with all tokens',
    hour: 'One hour',
    day: 'One day',
    submit: 'Rotate secret',
    confirm: (name) => `Rotate the secret of the API key ${name}.`,
  },
  revoke: {
    title: 'Revoke',
    text: 'All tokens of this key stop working now, permanently.',
    submit: 'Revoke key',
    confirm: (name) => `Revoke the API key ${name}.`,
  },
  try_it: 'Try it out',
  docs: 'API documentation',
}

const es: Texts = {
  title: 'Claves de API',
  one: 'Clave de API',
  empty: 'Ninguna clave de API.',
  name: 'Nombre',
  client_id: 'client_id',
  client_secret: 'client_secret',
  scopes: 'Permisos (scopes)',
  scopes_hint: 'Dé a cada programa solo lo que necesita.',
  scope_words: {
    all: 'todo lo que vende: clientes, productos y cobros',
    'customers:read': 'leer clientes',
    'customers:write': 'crear, cambiar y borrar clientes',
    'products:read': 'leer productos y ofertas',
    'products:write': 'crear y cambiar productos y ofertas',
    'checkouts:read': 'leer cobros, pagos y devoluciones',
    'checkouts:write': 'crear y cancelar cobros y enlaces',
    'refunds:write': 'devolver dinero',
    'account:read': 'leer claves, webhooks, equipo y auditoría',
    'account:write': 'cambiar claves, webhooks y equipo',
    'bank:write': 'conectar y cambiar el banco',
  },
  statuses: { active: 'Activa', revoked: 'Revocada' },
  revoked_at: 'Revocada',
  previous_until: 'El secreto anterior vale hasta',
  purpose: {
    label: '¿Para qué es esta clave?',
    hint: 'De una tienda, la clave recibe los permisos que el plugin necesita.',
    other: 'Otro uso: elija los permisos abajo',
  },
  make: {
    title: 'Crear una clave',
    submit: 'Crear clave',
    confirm: (name, scopes) => `Crear la clave de API ${name} con los permisos ${scopes}.`,
  },
  made: 'La clave fue creada',
  rotated: 'El secreto fue reemplazado',
  change: {
    title: 'Cambiar',
    confirm: (name, scopes) =>
      `Cambiar la clave de API ${name}: sus permisos pasan a ser ${scopes}.`,
  },
  rotate: {
    title: 'Reemplazar el secreto',
    previous: 'Cuánto tiempo vale aún el secreto anterior',
    at_once: 'Termina ahora, con todos los tokens',
    hour: 'Una hora',
    day: 'Un día',
    submit: 'Reemplazar el secreto',
    confirm: (name) => `Reemplazar el secreto de la clave de API ${name}.`,
  },
  revoke: {
    title: 'Revocar',
    text: 'Los tokens de esta clave terminan ahora, para siempre.',
    submit: 'Revocar la clave',
    confirm: (name) => `Revocar la clave de API ${name}.`,
  },
  try_it: 'Para probar',
  docs: 'Documentación de la API',
}

export const apiClients: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

export const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': { key_changed: 'A chave foi alterada.', key_revoked: 'A chave foi revogada.' },
  en: { key_changed: 'API key updated.', key_revoked: 'API key revoked.' },
  es: { key_changed: 'La clave fue cambiada.', key_revoked: 'La clave fue revocada.' },
}
