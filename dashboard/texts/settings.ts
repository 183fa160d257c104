import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Configurações',
  account: 'Conta',
  seller: 'Loja',
  currency: 'Moeda',
  mode: 'Ambiente',
  modes: { sandbox: 'Teste: nenhum dinheiro se move', live: 'Produção: dinheiro de verdade' },
  language: 'Idioma do painel',
  you: 'Você',
  email: 'E-mail',
  role: 'Papel',
  signed_in_at: 'Entrou em',
  session_ends_at: 'Sessão termina em',
  passkeys: 'Suas passkeys',
  no_passkeys: 'Nenhuma passkey.',
  passkey: 'Passkey',
  last_used_at: 'Último uso',
  add: {
    title: 'Adicionar uma passkey',
    text:
      'Tenha uma em cada aparelho, para não ficar de fora se perder um deles. A passkey que ' +
      'você já tem confirma primeiro.',
    submit: 'Adicionar passkey',
    confirm: 'Adicionar outra passkey à sua conta. Quem a tiver poderá entrar como você.',
    create_text: 'Dê um nome ao aparelho e crie a passkey nele.',
    create: 'Criar passkey',
    refused: 'A passkey não foi adicionada. Cada pessoa tem no máximo 10. Tente de novo.',
  },
  sessions: 'Suas sessões',
  device: 'Aparelho',
  unknown_device: 'Aparelho desconhecido',
  this_session: 'Esta sessão',
  end_session: {
    submit: 'Encerrar esta sessão',
    confirm: 'Encerrar uma de suas sessões.',
  },
  end_others: {
    title: 'Sair nos outros aparelhos',
    text: 'Encerra agora todas as suas outras sessões. Esta continua.',
    submit: 'Sair em todos os outros',
    confirm: 'Encerrar todas as suas outras sessões, em todos os aparelhos.',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Settings',
  account: 'Account',
  seller: 'Shop',
  currency: 'Currency',
  mode: 'Mode',
  modes: { sandbox: 'Test: no money moves', live: 'Live: real money' },
  language: 'Dashboard language',
  you: 'You',
  email: 'E-mail',
  role: 'Role',
  signed_in_at: 'Signed in',
  session_ends_at: 'Session ends',
  passkeys: 'Your passkeys',
  no_passkeys: 'No passkeys.',
  passkey: 'Passkey',
  last_used_at: 'Last used',
  add: {
    title: 'Add a passkey',
    text:
      'Add one on each device, so that you can still sign in if you lose one. You confirm with a ' +
      'passkey you already have.',
    submit: 'Add a passkey',
    confirm: 'Add another passkey to your account. Its holder can sign in as you.',
    create_text: 'Name the device and create the passkey on it.',
    create: 'Create passkey',
    refused: 'The passkey was not added. You can have at most 10. Try again.',
  },
  sessions: 'Your sessions',
  device: 'Device',
  unknown_device: 'Unknown device',
  this_session: 'This session',
  end_session: {
    submit: 'End session',
    confirm: 'End one of your sessions.',
  },
  end_others: {
    title: 'Sign out everywhere else',
    text: 'Ends all your other sessions now. This one stays signed in.',
    submit: 'Sign out everywhere else',
    confirm: 'End all your other sessions, on every device.',
  },
}

const es: Texts = {
  title: 'Configuración',
  account: 'Cuenta',
  seller: 'Tienda',
  currency: 'Moneda',
  mode: 'Entorno',
  modes: { sandbox: 'Prueba: no se mueve dinero', live: 'Producción: dinero real' },
  language: 'Idioma del panel',
  you: 'Usted',
  email: 'Correo electrónico',
  role: 'Rol',
  signed_in_at: 'Entró el',
  session_ends_at: 'La sesión termina el',
  passkeys: 'Sus passkeys',
  no_passkeys: 'Ninguna passkey.',
  passkey: 'Passkey',
  last_used_at: 'Último uso',
  add: {
    title: 'Agregar una passkey',
    text:
      'Tenga una en cada dispositivo, para poder entrar aunque pierda uno. La passkey que ya ' +
      'tiene confirma primero.',
    submit: 'Agregar passkey',
    confirm: 'Agregar otra passkey a su cuenta. Quien la tenga podrá entrar como usted.',
    create_text: 'Póngale un nombre al dispositivo y cree la passkey en él.',
    create: 'Crear passkey',
    refused: 'La passkey no se agregó. Cada persona tiene 10 como máximo. Inténtelo de nuevo.',
  },
  sessions: 'Sus sesiones',
  device: 'Dispositivo',
  unknown_device: 'Dispositivo desconocido',
  this_session: 'Esta sesión',
  end_session: {
    submit: 'Terminar esta sesión',
    confirm: 'Terminar una de sus sesiones.',
  },
  end_others: {
    title: 'Salir en los demás dispositivos',
    text: 'Termina ahora todas sus otras sesiones. Esta sigue.',
    submit: 'Salir en todos los demás',
    confirm: 'Terminar todas sus otras sesiones, en todos los dispositivos.',
  },
}

export const settings: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

type Notice = 'passkey_added' | 'other_sessions_ended' | 'session_ended'

export const notices: Record<Locale, Record<Notice, string>> = {
  'pt-BR': {
    passkey_added: 'A passkey foi adicionada.',
    other_sessions_ended: 'Suas outras sessões foram encerradas.',
    session_ended: 'A sessão foi encerrada.',
  },
  en: {
    passkey_added: 'Passkey added.',
    other_sessions_ended: 'Other sessions ended.',
    session_ended: 'Session ended.',
  },
  es: {
    passkey_added: 'La passkey se agregó.',
    other_sessions_ended: 'Sus otras sesiones terminaron.',
    session_ended: 'La sesión terminó.',
  },
}
