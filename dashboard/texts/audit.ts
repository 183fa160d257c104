import type { Locale } from '../../domain/checkouts/page/locale.ts'

const ptBR = {
  title: 'Auditoria',
  empty: 'Nada registrado.',
  nothing_yet: 'Nada encontrado até aqui. A busca continua na próxima página.',
  when: 'Quando',
  actor: 'Quem',
  action: 'O quê',
  target: 'Em quê',
  changes: 'Mudanças',
  actor_id: 'ID de quem',
  target_id: 'ID do objeto',
  created_from: 'Desde',
  created_to: 'Até',
  actors: {
    user: 'Pessoa',
    api_client: 'Chave de API',
    operator: 'Operador',
    system: 'Sistema',
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Audit',
  empty: 'Nothing recorded.',
  nothing_yet: 'Nothing found so far. The search continues on the next page.',
  when: 'When',
  actor: 'Who',
  action: 'What',
  target: 'On what',
  changes: 'Changes',
  actor_id: 'ID of who',
  target_id: 'ID of the object',
  created_from: 'From',
  created_to: 'To',
  actors: { user: 'Person', api_client: 'API key', operator: 'Operator', system: 'System' },
}

const es: Texts = {
  title: 'Auditoría',
  empty: 'Nada registrado.',
  nothing_yet: 'Nada encontrado hasta aquí. La búsqueda continúa en la página siguiente.',
  when: 'Cuándo',
  actor: 'Quién',
  action: 'Qué',
  target: 'En qué',
  changes: 'Cambios',
  actor_id: 'ID de quién',
  target_id: 'ID del objeto',
  created_from: 'Desde',
  created_to: 'Hasta',
  actors: { user: 'Persona', api_client: 'Clave de API', operator: 'Operador', system: 'Sistema' },
}

export const audit: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }
