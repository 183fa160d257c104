import type { Locale } from '../../domain/formats/locale.ts'

const ptBR = {
  title: 'Equipe',
  one: 'Pessoa',
  empty: 'Nenhuma pessoa.',
  email: 'E-mail',
  role: 'Papel',
  statuses: { invited: 'Convidada', active: 'Ativa', removed: 'Removida' },
  last_signed_in: 'Último acesso',
  never: 'Nunca',
  passkeys: 'Passkeys',
  no_passkeys: 'Nenhuma passkey: nenhum convite foi aceito ainda.',
  last_used: 'Último uso',
  name: 'Nome',
  roles_hint:
    'Proprietário: tudo. Desenvolvedor: tudo menos devoluções, banco e proprietários. ' +
    'Financeiro: consultar e devolver. Atendente: cobrar, sem devoluções nem extrato. ' +
    'Leitura: só consultar.',
  invite: {
    title: 'Convidar',
    text: 'O link vale 24 horas, uma vez. Para quem já está na equipe, cria uma passkey a mais.',
    submit: 'Criar convite',
    confirm: (email: string, role: string) => `Convidar ${email} como ${role}.`,
  },
  invited: 'Convite criado',
  invitation: 'Link do convite',
  invitation_hint: 'Envie este link só à pessoa convidada. Ele aparece só agora.',
  rename: {
    title: 'Nome da pessoa',
    text: 'Avisos e a auditoria dizem este nome em lugar do e-mail.',
    submit: 'Salvar o nome',
  },
  change: {
    title: 'Mudar o papel',
    text: 'Um convite ainda não aceito deixa de valer: convide de novo, com o novo papel.',
    submit: 'Mudar o papel',
    confirm: (email: string, role: string) => `Dar a ${email} o papel ${role}.`,
  },
  end_sessions: {
    title: 'Encerrar as sessões',
    text: 'A pessoa terá de entrar de novo em cada aparelho.',
    submit: 'Encerrar as sessões',
    confirm: (email: string) => `Encerrar todas as sessões de ${email}.`,
  },
  remove_passkey: {
    text: 'As sessões que ela abriu terminam agora; as outras continuam.',
    submit: 'Excluir a passkey',
    confirm: (email: string, name: string) => `Excluir a passkey ${name} de ${email}.`,
  },
  remove: {
    title: 'Remover da equipe',
    text:
      'As sessões e passkeys desta pessoa e os convites que ela fez terminam agora. ' +
      'Troque os segredos dos clientes de API que ela conhece.',
    submit: 'Remover',
    confirm: (email: string) => `Remover ${email} da equipe.`,
  },
}

type Texts = typeof ptBR

const en: Texts = {
  title: 'Team',
  one: 'Person',
  empty: 'No people yet.',
  email: 'E-mail',
  role: 'Role',
  statuses: { invited: 'Invited', active: 'Active', removed: 'Removed' },
  last_signed_in: 'Last signed in',
  never: 'Never',
  passkeys: 'Passkeys',
  no_passkeys: 'No passkeys: the invitation has not been accepted yet.',
  last_used: 'Last used',
  name: 'Name',
  roles_hint:
    'Owner: full access. Developer: everything except refunds, the bank and owners. ' +
    'Finance: view and refund. Attendant: charge, without refunds or statement. ' +
    'Viewer: view only.',
  invite: {
    title: 'Invite',
    text: 'The link works once, within 24 hours. A team member adds another passkey with it.',
    submit: 'Create invitation',
    confirm: (email: string, role: string) => `Invite ${email} as ${role}.`,
  },
  invited: 'Invitation created',
  invitation: 'Invitation link',
  invitation_hint: 'Send this link only to the person you invited. It will not be shown again.',
  rename: {
    title: "The person's name",
    text: 'Alerts and the audit trail say this name in place of the e-mail.',
    submit: 'Save name',
  },
  change: {
    title: 'Change role',
    text: 'A pending invitation ends: invite again with the new role.',
    submit: 'Change role',
    confirm: (email: string, role: string) => `Give ${email} the role ${role}.`,
  },
  end_sessions: {
    title: 'End sessions',
    text: 'The person has to sign in again on each device.',
    submit: 'End sessions',
    confirm: (email: string) => `End all sessions of ${email}.`,
  },
  remove_passkey: {
    text: 'Sessions started with it end now; all others stay.',
    submit: 'Delete passkey',
    confirm: (email: string, name: string) => `Delete the passkey ${name} of ${email}.`,
  },
  remove: {
    title: 'Remove from team',
    text:
      "This person's sessions and passkeys, and the invitations they created, end now. " +
      'Rotate the secrets of the API keys they know.',
    submit: 'Remove',
    confirm: (email: string) => `Remove ${email} from the team.`,
  },
}

const es: Texts = {
  title: 'Equipo',
  one: 'Persona',
  empty: 'Ninguna persona.',
  email: 'Correo',
  role: 'Rol',
  statuses: { invited: 'Invitada', active: 'Activa', removed: 'Eliminada' },
  last_signed_in: 'Última entrada',
  never: 'Nunca',
  passkeys: 'Passkeys',
  no_passkeys: 'Ninguna passkey: aún no se aceptó ninguna invitación.',
  last_used: 'Último uso',
  name: 'Nombre',
  roles_hint:
    'Propietario: todo. Desarrollador: todo menos devoluciones, banco y propietarios. ' +
    'Finanzas: consultar y devolver. Dependiente: cobrar, sin devoluciones ni extracto. ' +
    'Lectura: solo consultar.',
  invite: {
    title: 'Invitar',
    text: 'El enlace vale 24 horas, una vez. Para quien ya está en el equipo, crea otra passkey.',
    submit: 'Crear invitación',
    confirm: (email: string, role: string) => `Invitar a ${email} como ${role}.`,
  },
  invited: 'La invitación fue creada',
  invitation: 'Enlace de la invitación',
  invitation_hint: 'Envíe este enlace solo a la persona invitada. Se muestra solo ahora.',
  rename: {
    title: 'Nombre de la persona',
    text: 'Los avisos y la auditoría dicen este nombre en lugar del correo.',
    submit: 'Guardar el nombre',
  },
  change: {
    title: 'Cambiar el rol',
    text: 'Una invitación aún no aceptada deja de valer: invite de nuevo, con el nuevo rol.',
    submit: 'Cambiar el rol',
    confirm: (email: string, role: string) => `Dar a ${email} el rol ${role}.`,
  },
  end_sessions: {
    title: 'Terminar las sesiones',
    text: 'La persona tendrá que entrar de nuevo en cada dispositivo.',
    submit: 'Terminar las sesiones',
    confirm: (email: string) => `Terminar todas las sesiones de ${email}.`,
  },
  remove_passkey: {
    text: 'Las sesiones que abrió terminan ahora; las otras siguen.',
    submit: 'Eliminar la passkey',
    confirm: (email: string, name: string) => `Eliminar la passkey ${name} de ${email}.`,
  },
  remove: {
    title: 'Quitar del equipo',
    text:
      'Las sesiones y passkeys de esta persona y las invitaciones que hizo terminan ahora. ' +
      'Cambie los secretos de los clientes de API que conoce.',
    submit: 'Quitar',
    confirm: (email: string) => `Quitar a ${email} del equipo.`,
  },
}

export const team: Record<Locale, Texts> = { 'pt-BR': ptBR, en, es }

export const notices: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    role_changed: 'O papel foi mudado.',
    user_renamed: 'O nome foi salvo.',
    sessions_ended: 'As sessões foram encerradas.',
    passkey_deleted: 'A passkey foi excluída.',
    user_removed: 'A pessoa foi removida.',
  },
  en: {
    role_changed: 'Role changed.',
    user_renamed: 'Name saved.',
    sessions_ended: 'Sessions ended.',
    passkey_deleted: 'Passkey deleted.',
    user_removed: 'Person removed.',
  },
  es: {
    role_changed: 'El rol fue cambiado.',
    user_renamed: 'El nombre fue guardado.',
    sessions_ended: 'Las sesiones fueron terminadas.',
    passkey_deleted: 'La passkey fue eliminada.',
    user_removed: 'La persona fue quitada.',
  },
}
