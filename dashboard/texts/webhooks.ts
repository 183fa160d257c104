import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Webhooks',
  one: 'Webhook',
  empty: 'Nenhum endereço de webhook.',
  nothing_sent: 'Nada foi enviado a este endereço.',
  url: 'Endereço (URL)',
  event_types: 'Eventos',
  every_event: 'Todos os eventos',
  enabled: 'Ativo',
  statuses: { enabled: 'Ativo', disabled: 'Desligado', deleted: 'Excluído' },
  secret: 'Segredo (whsec_)',
  deliveries: 'Entregas',
  delivery_status: 'Situação da entrega',
  previous_until: 'O segredo anterior ainda assina até',
  make: {
    title: 'Adicionar um endereço',
    submit: 'Adicionar',
    confirm: (url: string) => `Adicionar o webhook ${url}.`,
  },
  made: 'O endereço foi adicionado',
  rotated: 'O segredo foi trocado',
  test: {
    title: 'Testar',
    text: 'Envia agora um evento webhook.test a este endereço, assinado como os outros.',
    submit: 'Enviar um evento de teste',
    result: 'Resultado do teste',
    delivered: 'O endereço recebeu o evento.',
    failed: 'O endereço não recebeu o evento.',
    status: 'Resposta HTTP',
    duration: 'Tempo',
    body: 'Corpo da resposta',
    error: 'Erro',
  },
  missed: 'Ver o que não chegou',
  missed_hint: 'Nada é enviado de novo: cada evento abaixo pode ser aberto e lido aqui.',
  change: {
    title: 'Alterar',
    confirm: (from: string, to: string) =>
      `Alterar o webhook ${from}: o endereço passa a ser ${to}.`,
  },
  rotate: {
    title: 'Trocar o segredo',
    text: 'Por 24 horas os dois segredos assinam cada evento.',
    submit: 'Trocar o segredo',
    confirm: (url: string) => `Trocar o segredo do webhook ${url}.`,
  },
  remove: {
    title: 'Excluir',
    text: 'Nada mais é enviado a este endereço.',
    submit: 'Excluir o endereço',
    confirm: (url: string) => `Excluir o webhook ${url}.`,
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Webhooks',
  one: 'Webhook',
  empty: 'No webhooks yet.',
  nothing_sent: 'Nothing has been sent to this webhook.',
  url: 'Endpoint URL',
  event_types: 'Events',
  every_event: 'All events',
  enabled: 'Enabled',
  statuses: { enabled: 'Enabled', disabled: 'Disabled', deleted: 'Deleted' },
  secret: 'Signing secret (whsec_)',
  deliveries: 'Deliveries',
  delivery_status: 'Delivery status',
  previous_until: 'Previous secret signs until',
  make: {
    title: 'Add a webhook',
    submit: 'Add',
    confirm: (url) => `Add the webhook ${url}.`,
  },
  made: 'Webhook added',
  rotated: 'Secret rotated',
  test: {
    title: 'Test',
    text: 'Sends a webhook.test event to this URL now, signed like any other.',
    submit: 'Send test event',
    result: 'Test result',
    delivered: 'The endpoint accepted the event.',
    failed: 'The endpoint did not accept the event.',
    status: 'HTTP status',
    duration: 'Duration',
    body: 'Response body',
    error: 'Error',
  },
  missed: 'View undelivered events',
  missed_hint: 'Nothing is resent: open any event below to read it here.',
  change: {
    title: 'Edit',
    confirm: (from, to) => `Change the webhook ${from} to the URL ${to}.`,
  },
  rotate: {
    title: 'Rotate secret',
    text: 'Both secrets sign each event for 24 hours.',
    submit: 'Rotate secret',
    confirm: (url) => `Rotate the secret of the webhook ${url}.`,
  },
  remove: {
    title: 'Delete',
    text: 'Nothing more will be sent to this URL.',
    submit: 'Delete webhook',
    confirm: (url) => `Delete the webhook ${url}.`,
  },
}

const es: Texts = {
  title: 'Webhooks',
  one: 'Webhook',
  empty: 'Ninguna dirección de webhook.',
  nothing_sent: 'No se envió nada a esta dirección.',
  url: 'Dirección (URL)',
  event_types: 'Eventos',
  every_event: 'Todos los eventos',
  enabled: 'Activo',
  statuses: { enabled: 'Activo', disabled: 'Desactivado', deleted: 'Eliminado' },
  secret: 'Secreto (whsec_)',
  deliveries: 'Entregas',
  delivery_status: 'Estado de la entrega',
  previous_until: 'El secreto anterior firma hasta',
  make: {
    title: 'Agregar una dirección',
    submit: 'Agregar',
    confirm: (url) => `Agregar el webhook ${url}.`,
  },
  made: 'La dirección fue agregada',
  rotated: 'El secreto fue reemplazado',
  test: {
    title: 'Probar',
    text: 'Envía ahora un evento webhook.test a esta dirección, firmado como los demás.',
    submit: 'Enviar un evento de prueba',
    result: 'Resultado de la prueba',
    delivered: 'La dirección recibió el evento.',
    failed: 'La dirección no recibió el evento.',
    status: 'Respuesta HTTP',
    duration: 'Tiempo',
    body: 'Cuerpo de la respuesta',
    error: 'Error',
  },
  missed: 'Ver lo que no llegó',
  missed_hint: 'Nada se envía de nuevo: cada evento de abajo puede abrirse y leerse aquí.',
  change: {
    title: 'Cambiar',
    confirm: (from, to) => `Cambiar el webhook ${from}: su dirección pasa a ser ${to}.`,
  },
  rotate: {
    title: 'Reemplazar el secreto',
    text: 'Durante 24 horas ambos secretos firman cada evento.',
    submit: 'Reemplazar el secreto',
    confirm: (url) => `Reemplazar el secreto del webhook ${url}.`,
  },
  remove: {
    title: 'Eliminar',
    text: 'No se envía nada más a esta dirección.',
    submit: 'Eliminar la dirección',
    confirm: (url) => `Eliminar el webhook ${url}.`,
  },
}

export const webhooks: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

export const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    endpoint_changed: 'O endereço foi alterado.',
    endpoint_deleted: 'O endereço foi excluído.',
  },
  en: {
    endpoint_changed: 'Webhook updated.',
    endpoint_deleted: 'Webhook deleted.',
  },
  es: {
    endpoint_changed: 'La dirección fue cambiada.',
    endpoint_deleted: 'La dirección fue eliminada.',
  },
}
