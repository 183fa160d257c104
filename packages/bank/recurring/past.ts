/** Things of Pix Automático as they were at an earlier moment, for a bank with stale books. */
import type { Machine, Stateful } from './machines.ts'
import type { Attempt, Recurrence, RecurrenceLocation, RecurringCharge } from './things.ts'

/** The state at a moment; undefined of a thing that was not there yet. */
function stateAt<Of extends Machine>(
  { atualizacao }: Stateful<Of>,
  atMs: number,
): Stateful<Of> | undefined {
  const past = atualizacao.filter(({ data }) => Date.parse(data) <= atMs)
  const last = past.at(-1)
  return last && { status: last.status, atualizacao: past }
}

/** A copy without the fields that came later. */
function without<Thing extends object>(thing: Thing, ...names: (keyof Thing)[]): Thing {
  const copy = { ...thing }
  for (const name of names) delete copy[name]
  return copy
}

const isChanged = <Of extends Machine>(thing: Stateful<Of>, past: Stateful<Of>): boolean =>
  thing.atualizacao.length > past.atualizacao.length

export function locationAt(
  location: RecurrenceLocation,
  atMs: number,
): RecurrenceLocation | undefined {
  if (Date.parse(location.criacao) > atMs) return undefined
  return (location.linkedMs ?? 0) > atMs ? without(location, 'idRec') : location
}

export function recurrenceAt(found: Recurrence, atMs: number): Recurrence | undefined {
  const state = stateAt<'recurrence'>(found, atMs)
  if (!state) return undefined
  const past = { ...found, ...state }
  if (!isChanged(found, state)) return past
  const before = without(past, 'encerramento')
  if (state.status !== 'CRIADA') return before
  const { dadosJornada } = found.ativacao
  const ativacao = {
    tipoJornada: 'AGUARDANDO_DEFINICAO',
    ...(dadosJornada && { dadosJornada }),
  }
  return { ...without(before, 'pagador'), ativacao }
}

function attemptAt(attempt: Attempt, atMs: number): Attempt | undefined {
  const state = stateAt<'attempt'>(attempt, atMs)
  if (!state) return undefined
  const past = { ...attempt, ...state }
  return isChanged(attempt, state) ? without(past, 'rejeicao') : past
}

export function chargeAt(charge: RecurringCharge, atMs: number): RecurringCharge | undefined {
  const state = stateAt<'charge'>(charge, atMs)
  if (!state) return undefined
  const past = {
    ...charge,
    ...state,
    tentativas: charge.tentativas.flatMap((attempt) => attemptAt(attempt, atMs) ?? []),
    pix: charge.pix.filter(({ horario }) => Date.parse(horario) <= atMs),
  }
  return isChanged(charge, state) ? without(past, 'encerramento') : past
}
