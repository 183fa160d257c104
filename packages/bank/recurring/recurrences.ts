/** Recurrences with their locations and solicitations: orders, what is due, and payers' consent. */
import { randomBytes } from 'node:crypto'
import { dayOf, endOfDay } from '../../../runtime/brasilia.ts'
import { fromValor } from '../../../domain/pix/bank/fields.ts'
import { Refusal } from '../problems.ts'
import type { RecurringCharges } from './charges.ts'
import { canceledBy } from './charges.ts'
import { begun, isFinal, move } from './machines.ts'
import { violation } from './refusals.ts'
import { PAYER_BANK } from './things.ts'
import type { Fields, Recurrence, RecurrenceLocation } from './things.ts'
import type { RecurringContext, Requester, Solicitation } from './things.ts'

const BANK = '00000000'

/** The only agreement that this bank has with its customer. */
export const AGREEMENT = 'convenio-1'

/** The codes with which a payer's bank rejects a recurrence; every other code cancels it. */
const REJECTIONS = ['AP13', 'AP14', 'AP15']

/** The code of a charge that is canceled with its recurrence, by who ends that. */
const chargeCodes: Record<Requester, string> = {
  USUARIO_RECEBEDOR: 'SLCR',
  USUARIO_PAGADOR: 'SLBD',
  PSP_PAGADOR: 'CCLD',
  PSP_RECEBEDOR: 'OTHR',
}

/** The id of a recurrence (`RR`, `RN`) or a solicitation (`SC`). */
const newId = (prefix: string, now: Date): string =>
  prefix + BANK + dayOf(now).replaceAll('-', '') + randomBytes(8).toString('hex').slice(0, 11)

export class Recurrences {
  readonly locations = new Map<number, RecurrenceLocation>()
  readonly solicitations = new Map<string, Solicitation>()
  readonly #of: RecurringContext
  readonly #charges: RecurringCharges

  constructor(context: RecurringContext, charges: RecurringCharges) {
    this.#of = context
    this.#charges = charges
  }

  makeLocation(): RecurrenceLocation {
    const id = this.locations.size + 1
    const location = `pix.example.com/qr/v2/rec/${randomBytes(16).toString('hex')}`
    const made = { id, location, criacao: this.#of.clock.now().toISOString() }
    this.locations.set(id, made)
    return made
  }

  /** @throws Refusal */
  location(id: string): RecurrenceLocation {
    const found = /^\d{1,15}$/.test(id) ? this.locations.get(Number(id)) : undefined
    if (!found) throw new Refusal(404, 'PayloadLocationRecNaoEncontrado')
    return found
  }

  unlink(id: string): RecurrenceLocation {
    const found = this.location(id)
    const linked = this.#of.recurrences.get(found.idRec ?? '')
    if (linked) linked.locationId = undefined
    delete found.idRec
    return found
  }

  /** @throws Refusal */
  find(idRec: string): Recurrence {
    const found = this.#of.recurrences.get(idRec)
    if (!found) throw new Refusal(404, 'RecNaoEncontrada')
    return found
  }

  /** @throws Refusal */
  solicitation(id: string): Solicitation {
    const found = this.solicitations.get(id)
    if (!found) throw new Refusal(404, 'SolicRecNaoEncontrada')
    return found
  }

  make(body: Fields): Recurrence {
    const { clock, recurrences, settings } = this.#of
    const now = clock.now()
    const { vinculo, calendario, valor, politicaRetentativa } = body as unknown as Recurrence
    const { convenio } = (body['recebedor'] ?? {}) as { convenio?: string }
    const { dadosJornada } = (body['ativacao'] ?? {}) as Recurrence['ativacao']
    const { dataInicial, dataFinal } = calendario
    if (dataInicial < dayOf(now)) throw violation('first_day_past')
    if (dataFinal !== undefined && dataFinal < dataInicial) throw violation('last_day_first')
    if (valor?.valorRec !== undefined && valor.valorMinimoRecebedor !== undefined) {
      throw violation('both_amounts')
    }
    if (convenio !== undefined && convenio !== AGREEMENT) throw violation('agreement')
    const location = this.#free(body['loc'], settings.repeatsLocations)
    const idRec = newId(politicaRetentativa === 'NAO_PERMITE' ? 'RN' : 'RR', now)
    const made: Recurrence = {
      ...begun('CRIADA', now),
      idRec,
      vinculo,
      calendario,
      ...(valor && { valor }),
      ...(convenio !== undefined && { convenio }),
      politicaRetentativa,
      locationId: location?.id,
      ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO', ...(dadosJornada && { dadosJornada }) },
      limit_minor: undefined,
      charges: [],
    }
    if (location) this.#link(location, location.idRec ?? idRec)
    recurrences.set(idRec, made)
    this.#watch(made)
    return made
  }

  #link(location: RecurrenceLocation, idRec: string): void {
    if (location.idRec !== idRec) location.linkedMs = this.#of.clock.now().getTime()
    location.idRec = idRec
  }

  /** The location that a recurrence asks for. @throws Refusal */
  #free(id: unknown, mayRepeat = false): RecurrenceLocation | undefined {
    if (id === undefined) return undefined
    const found = this.locations.get(Number(id))
    if (!found) throw violation('no_location')
    if (found.idRec !== undefined && !mayRepeat) throw violation('location_used')
    return found
  }

  revise(idRec: string, body: Fields): Recurrence {
    const found = this.find(idRec)
    const { status, loc, vinculo, calendario, ativacao } = body
    const { dadosJornada } = (ativacao ?? {}) as Recurrence['ativacao']
    const isEnded = isFinal('recurrence', found)
    if (dadosJornada && isEnded) throw violation('journey_fixed')
    if (isEnded) throw violation('ended')
    if (found.status !== 'CRIADA') {
      if (loc !== undefined) throw violation('location_fixed')
      if (calendario !== undefined) throw violation('first_day_fixed')
    }
    const { dataInicial = found.calendario.dataInicial } = (calendario ?? {}) as Fields
    if (calendario !== undefined && String(dataInicial) < dayOf(found.atualizacao[0]?.data ?? '')) {
      throw violation('first_day_past')
    }
    const location = this.#free(loc)
    if (location) {
      if (found.locationId !== undefined) this.unlink(String(found.locationId))
      this.#link(location, idRec)
      found.locationId = location.id
    }
    found.calendario = { ...found.calendario, dataInicial: String(dataInicial) }
    const { devedor = {} } = (vinculo ?? {}) as { devedor?: Fields }
    found.vinculo = { ...found.vinculo, devedor: { ...found.vinculo.devedor, ...devedor } }
    if (dadosJornada) found.ativacao.dadosJornada = dadosJornada
    if (status !== undefined) this.#endLater(found, 'USUARIO_RECEBEDOR', 'SLCR')
    return found
  }

  #endLater(found: Recurrence, requester: Requester, code: string): void {
    const { clock, settings } = this.#of
    if (settings.cancelDelayMs === 0) return this.end(found, requester, code)
    const atMs = clock.now().getTime() + settings.cancelDelayMs
    found.ending ??= { atMs, requester, code }
    this.#watch(found)
  }

  /** Ends a recurrence, and each charge of it of which a debit can be stopped. */
  end(found: Recurrence, requester: Requester, codigo: string): void {
    const { clock, onRecurrence } = this.#of
    const isRejection = REJECTIONS.includes(codigo)
    const rejeicao = { codigo, descricao: `O PSP do pagador recusou: ${codigo}.` }
    found.encerramento = isRejection ? { rejeicao } : canceledBy(requester, codigo)
    move('recurrence', found, isRejection ? 'REJEITADA' : 'CANCELADA', clock.now())
    if (isRejection) this.#answerAll(found, 'REJEITADA')
    for (const charge of found.charges) {
      if (isFinal('charge', charge) || !this.#charges.isStoppable(charge)) continue
      this.#charges.cancel(charge, requester, chargeCodes[requester])
    }
    onRecurrence(found)
  }

  /** A payer agrees to a recurrence; how long that takes to this bank is a quirk. */
  consent(found: Recurrence, of: { cpf: string; journey: string; limit_minor?: number }): void {
    const { clock, settings } = this.#of
    if (found.status !== 'CRIADA' || found.consent) throw new Refusal(409, 'RecOperacaoInvalida')
    const { valorMinimoRecebedor } = found.valor ?? {}
    const least =
      valorMinimoRecebedor === undefined
        ? 0
        : fromValor(valorMinimoRecebedor, 'valorMinimoRecebedor')
    if ((of.limit_minor ?? Infinity) < least) throw new Refusal(400, 'RecOperacaoInvalida')
    found.limit_minor = of.limit_minor
    found.consent = { atMs: clock.now().getTime() + settings.consentDelayMs, ...of }
    this.#watch(found)
    clock.catchUp()
  }

  #watch(found: Recurrence): void {
    this.#of.clock.watch({
      dueMs: () => this.#dueMs(found),
      happen: () => this.#happen(found),
    })
  }

  /** The next moment of a recurrence: a consent or an end arrives, or its last day is over. */
  #dueMs(found: Recurrence): number {
    if (isFinal('recurrence', found)) return Infinity
    const { dataFinal } = found.calendario
    return Math.min(
      found.status === 'CRIADA' ? (found.consent?.atMs ?? Infinity) : Infinity,
      found.ending?.atMs ?? Infinity,
      dataFinal === undefined ? Infinity : Date.parse(endOfDay(dataFinal)),
    )
  }

  #happen(found: Recurrence): void {
    const { clock, onRecurrence } = this.#of
    const now = clock.now()
    const { ending, consent } = found
    if (ending && ending.atMs <= now.getTime()) {
      return this.end(found, ending.requester, ending.code)
    }
    if (consent && found.status === 'CRIADA' && consent.atMs <= now.getTime()) {
      this.#approve(found, consent)
    } else move('recurrence', found, 'EXPIRADA', now)
    onRecurrence(found)
  }

  #approve(found: Recurrence, { cpf, journey }: { cpf: string; journey: string }): void {
    found.pagador = { cpf, ispbParticipante: PAYER_BANK }
    const { dadosJornada } = found.ativacao
    const isPaid = journey === 'JORNADA_3' && dadosJornada
    found.ativacao = { tipoJornada: journey, ...(isPaid && { dadosJornada }) }
    move('recurrence', found, 'APROVADA', this.#of.clock.now())
    this.#answerAll(found, 'ACEITA')
  }

  /** A payer's word on a recurrence is also that on what asked for it. */
  #answerAll({ idRec }: Recurrence, status: 'ACEITA' | 'REJEITADA'): void {
    for (const one of this.solicitations.values()) {
      if (one.idRec === idRec && one.status === 'RECEBIDA') this.answer(one, status)
    }
  }

  solicit(body: Fields): Solicitation {
    const { clock } = this.#of
    const now = clock.now()
    const { idRec, calendario, destinatario } = body as unknown as Solicitation
    const found = this.find(idRec)
    if (isFinal('recurrence', found)) throw violation('solicitation_ended')
    const isPast = Date.parse(calendario.dataExpiracaoSolicitacao) < now.getTime()
    if (isPast) throw violation('solicitation_past')
    const others = [...this.solicitations.values()].filter((one) => one.idRec === idRec)
    if (others.some((one) => !isFinal('solicitation', one))) throw violation('solicitation_active')
    const idSolicRec = newId('SC', now)
    const made = {
      ...begun<'solicitation'>('CRIADA', now),
      idSolicRec,
      idRec,
      calendario,
      destinatario,
    }
    this.solicitations.set(idSolicRec, made)
    clock.watch({
      dueMs: () => this.#solicitationDueMs(made),
      happen: () => this.#pass(made),
    })
    return made
  }

  /** A solicitation reaches the payer at once, and waits there until it ends. */
  #solicitationDueMs(made: Solicitation): number {
    if (isFinal('solicitation', made)) return Infinity
    const { data = '' } = made.atualizacao.at(-1) ?? {}
    const { dataExpiracaoSolicitacao } = made.calendario
    return Date.parse(made.status === 'RECEBIDA' ? dataExpiracaoSolicitacao : data)
  }

  #pass(made: Solicitation): void {
    const next = { CRIADA: 'ENVIADA', ENVIADA: 'RECEBIDA', RECEBIDA: 'EXPIRADA' } as const
    move('solicitation', made, next[made.status as keyof typeof next], this.#of.clock.now())
  }

  answer(made: Solicitation, status: 'ACEITA' | 'REJEITADA' | 'CANCELADA'): Solicitation {
    if (isFinal('solicitation', made)) throw violation('solicitation_over')
    move('solicitation', made, status, this.#of.clock.now())
    return made
  }
}
