/**
 * The states of recurrences, solicitations, recurring charges and their attempts, and the moves
 * between them. Each machine is one table: a state that leads nowhere is final.
 */

const recurrence = {
  CRIADA: ['APROVADA', 'REJEITADA', 'EXPIRADA', 'CANCELADA'],
  APROVADA: ['EXPIRADA', 'CANCELADA'],
  REJEITADA: [],
  EXPIRADA: [],
  CANCELADA: [],
} as const

const solicitation = {
  CRIADA: ['ENVIADA', 'EXPIRADA', 'CANCELADA'],
  ENVIADA: ['RECEBIDA', 'EXPIRADA', 'CANCELADA'],
  RECEBIDA: ['ACEITA', 'REJEITADA', 'EXPIRADA', 'CANCELADA'],
  ACEITA: [],
  REJEITADA: [],
  EXPIRADA: [],
  CANCELADA: [],
} as const

const charge = {
  CRIADA: ['ATIVA', 'EXPIRADA', 'REJEITADA', 'CANCELADA'],
  ATIVA: ['CONCLUIDA', 'EXPIRADA', 'REJEITADA', 'CANCELADA'],
  CONCLUIDA: [],
  EXPIRADA: [],
  REJEITADA: [],
  CANCELADA: [],
} as const

const attempt = {
  SOLICITADA: ['AGENDADA', 'REJEITADA', 'CANCELADA'],
  AGENDADA: ['PAGA', 'EXPIRADA', 'REJEITADA', 'CANCELADA'],
  PAGA: [],
  CANCELADA: [],
  REJEITADA: [],
  EXPIRADA: [],
} as const

const machines = { recurrence, solicitation, charge, attempt }

export type Machine = keyof typeof machines
export type Status<Of extends Machine> = keyof (typeof machines)[Of] & string

const statusesOf = <Of extends Machine>(machine: Of) =>
  Object.keys(machines[machine]) as Status<Of>[]

export const recurrenceStatuses = statusesOf('recurrence')
export const solicitationStatuses = statusesOf('solicitation')
export const chargeStatuses = statusesOf('charge')
export const attemptStatuses = statusesOf('attempt')

/** A thing with a state, and when it came into each of its states. */
export type Stateful<Of extends Machine> = {
  status: Status<Of>
  atualizacao: { status: Status<Of>; data: string }[]
}

const movesOf = (machine: Machine, status: string): readonly string[] =>
  (machines[machine] as Record<string, readonly string[]>)[status] ?? []

export const isFinal = (machine: Machine, { status }: { status: string }): boolean =>
  movesOf(machine, status).length === 0

/** The first state of a thing. */
export const begun = <Of extends Machine>(status: Status<Of>, now: Date): Stateful<Of> => ({
  status,
  atualizacao: [{ status, data: now.toISOString() }],
})

/** Moves a thing to another state. @throws Error when no move leads there */
export function move<Of extends Machine>(
  machine: Of,
  thing: Stateful<Of>,
  status: Status<Of>,
  now: Date,
): void {
  if (!movesOf(machine, thing.status).includes(status)) {
    throw new Error(`A ${machine} does not go from ${thing.status} to ${status}.`)
  }
  thing.status = status
  thing.atualizacao.push({ status, data: now.toISOString() })
}
