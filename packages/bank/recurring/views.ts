/** The books of Pix Automático as the answers of the simulated bank and its callbacks show them. */
import { pixCode } from '../../../domain/pix/bank/brCode.ts'
import { between, pageOf, parametersShown } from '../paging.ts'
import { Refusal } from '../problems.ts'
import { isFinal } from './machines.ts'
import { chargeAt, locationAt, recurrenceAt } from './past.ts'
import type { Recurrences } from './recurrences.ts'
import { violation } from './refusals.ts'
import { CUSTOMER } from './things.ts'
import type { Attempt, Fields, Recurrence, RecurrenceLocation } from './things.ts'
import type { RecurringCharge, RecurringContext, Solicitation } from './things.ts'

type Surroundings = {
  locationOfCharge: (txid: string) => string | undefined
  pageSize: () => number
  /** The age of the books that are read. */
  staleMs: () => number
}

const without = <Thing extends object>(thing: Thing, ...names: (keyof Thing)[]): Fields =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !names.includes(name as keyof Thing)))

const recipient = ({ convenio }: Recurrence): Fields => ({
  cnpj: CUSTOMER.cnpj,
  nome: CUSTOMER.nome,
  ...(convenio !== undefined && { convenio }),
})

export class RecurringViews {
  readonly #of: RecurringContext
  readonly #recurrences: Recurrences
  readonly #around: Surroundings

  readonly #isPast: boolean

  /** @param isPast shows the books as they are read, which may be older than they are */
  constructor(
    context: RecurringContext,
    recurrences: Recurrences,
    around: Surroundings,
    isPast = false,
  ) {
    this.#of = context
    this.#recurrences = recurrences
    this.#around = around
    this.#isPast = isPast
  }

  get #atMs(): number {
    const staleMs = this.#isPast ? this.#around.staleMs() : 0
    return staleMs === 0 ? Infinity : this.#of.clock.now().getTime() - staleMs
  }

  /** @throws Refusal */
  location = (location: RecurrenceLocation): Fields => {
    const seen = locationAt(location, this.#atMs)
    if (!seen) throw new Refusal(404, 'PayloadLocationRecNaoEncontrado')
    const { linkedMs: _, ...shown } = seen
    return { ...shown, tipo: 'rec' }
  }

  /** A recurrence as it answers an order. */
  made(found: Recurrence): Fields {
    const { idRec, vinculo, calendario, valor, encerramento, ativacao } = found
    const location = this.#recurrences.locations.get(found.locationId ?? 0)
    return {
      idRec,
      vinculo,
      calendario,
      ...(valor && { valor }),
      recebedor: recipient(found),
      politicaRetentativa: found.politicaRetentativa,
      ...this.#state('recurrence', found),
      ...(location && { loc: this.location(location) }),
      ...(encerramento && { encerramento }),
      ativacao,
    }
  }

  /** A recurrence as it is read, with the code that a payer reads. @throws Refusal */
  whole(present: Recurrence, txid?: unknown): Fields {
    const found = recurrenceAt(present, this.#atMs)
    if (!found) throw new Refusal(404, 'RecNaoEncontrada')
    const solicitacao = [...this.#recurrences.solicitations.values()]
      .filter(({ idRec }) => idRec === found.idRec)
      .map((one) => this.solicitation(one))
    const { pagador } = found
    const dadosQR = this.#code(found, txid === undefined ? undefined : String(txid))
    return {
      ...this.made(found),
      ...(pagador && { pagador }),
      ...(solicitacao.length > 0 && { solicitacao }),
      ...(dadosQR && this.#of.settings.givesCode && { dadosQR }),
    }
  }

  #code({ locationId, ativacao }: Recurrence, txid: string | undefined): Fields | undefined {
    const rec = this.#recurrences.locations.get(locationId ?? 0)?.location
    if (txid === undefined) {
      if (rec === undefined) return undefined
      return { jornada: 'JORNADA_2', pixCopiaECola: compositeCode({ recurrence: rec }) }
    }
    const asked = ativacao.dadosJornada?.txid
    const location = this.#around.locationOfCharge(txid)
    if (asked === undefined || location === undefined) throw violation('journey_other')
    if (asked !== txid) throw violation('journey_txid')
    if (rec === undefined) return undefined
    return { jornada: 'JORNADA_3', pixCopiaECola: compositeCode({ location, recurrence: rec }) }
  }

  notifiedRecurrence(found: Recurrence): Fields {
    const { idRec, encerramento, ativacao } = found
    const state = this.#state('recurrence', found)
    return { idRec, ...state, ...(encerramento && { encerramento }), ativacao }
  }

  solicitation(made: Solicitation): Fields {
    const found = this.#recurrences.find(made.idRec)
    const { idRec, vinculo, calendario, valor } = found
    const recPayload = {
      ...{ idRec, vinculo, calendario, ...(valor && { valor }) },
      recebedor: { ...recipient(found), ispbParticipante: '00000000' },
      politicaRetentativa: found.politicaRetentativa,
      atualizacao: found.atualizacao,
    }
    return { ...made, recPayload }
  }

  /** A charge as it answers an order. */
  charge(charge: RecurringCharge): Fields {
    const { idRec, txid, fields, createdDay, dueDay, encerramento } = charge
    return {
      idRec,
      txid,
      ...fields,
      calendario: { criacao: createdDay, dataDeVencimento: dueDay },
      politicaRetentativa: this.#recurrences.find(idRec).politicaRetentativa,
      ...this.#state('charge', charge),
      ...(encerramento && { encerramento }),
    }
  }

  /** @throws Refusal */
  wholeCharge(present: RecurringCharge): Fields {
    const charge = chargeAt(present, this.#atMs)
    if (!charge) throw new Refusal(404, 'CobRNaoEncontrado')
    const { tentativas, pix } = charge
    return {
      ...this.charge(charge),
      tentativas: tentativas.map((attempt) => this.#attempt(attempt)),
      ...(pix.length > 0 && { pix }),
    }
  }

  notifiedCharge(charge: RecurringCharge): Fields {
    const { idRec, txid, status, atualizacao, encerramento, tentativas, pix } =
      this.wholeCharge(charge)
    const shown = { idRec, txid, status, atualizacao, encerramento, tentativas, pix }
    return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
  }

  #attempt(attempt: Attempt): Fields {
    const { dataLiquidacao, tipo, endToEndId, rejeicao } = attempt
    const state = this.#state('attempt', attempt)
    return { dataLiquidacao, tipo, endToEndId, ...state, ...(rejeicao && { rejeicao }) }
  }

  /** The state of a thing and its history; a quirk calls what is under way by another name. */
  #state(
    machine: 'recurrence' | 'charge' | 'attempt',
    { status, atualizacao }: { status: string; atualizacao: Fields[] },
  ): Fields {
    const { unknownStatus } = this.#of.settings
    const shown = isFinal(machine, { status }) ? status : (unknownStatus ?? status)
    return { status: shown, atualizacao: atualizacao.map((one) => ({ ...one })) }
  }

  listLocations(asked: Fields): Fields {
    const { idRecPresente } = asked
    const locations = [...this.#recurrences.locations.values()].flatMap(
      (one) => locationAt(one, this.#atMs) ?? [],
    )
    const all = locations.filter(
      ({ idRec }) =>
        idRecPresente === undefined || (idRec !== undefined) === (idRecPresente === 'true'),
    )
    const shown = { of: (one: RecurrenceLocation) => one.criacao, show: this.location }
    return this.#page('loc', all, asked, shown, 'PayloadLocationRecConsultaInvalida')
  }

  listRecurrences(asked: Fields): Fields {
    const { cpf, cnpj, status, locationPresente, convenio } = asked
    const recurrences = [...this.#of.recurrences.values()].flatMap(
      (one) => recurrenceAt(one, this.#atMs) ?? [],
    )
    const all = recurrences.filter(
      ({ vinculo: { devedor }, locationId, ...one }) =>
        (cpf === undefined || devedor.cpf === cpf) &&
        (cnpj === undefined || devedor.cnpj === cnpj) &&
        (status === undefined || one.status === status) &&
        (convenio === undefined || one.convenio === convenio) &&
        (locationPresente === undefined ||
          (locationId !== undefined) === (locationPresente === 'true')),
    )
    const shown = {
      of: ({ atualizacao }: Recurrence) => atualizacao[0]?.data ?? '',
      show: (one: Recurrence) => without(this.whole(one), 'dadosQR'),
    }
    const found = this.#of.settings.listsNothing ? [] : all
    return this.#page('recs', found, asked, shown, 'RecConsultaInvalida')
  }

  listCharges(asked: Fields): Fields {
    const { idRec, cpf, cnpj, status, convenio } = asked
    const charges = [...this.#of.charges.values()].flatMap((one) => chargeAt(one, this.#atMs) ?? [])
    const all = charges.filter((one) => {
      const { vinculo, convenio: own } = this.#recurrences.find(one.idRec)
      return (
        (idRec === undefined || one.idRec === idRec) &&
        (cpf === undefined || vinculo.devedor.cpf === cpf) &&
        (cnpj === undefined || vinculo.devedor.cnpj === cnpj) &&
        (status === undefined || one.status === status) &&
        (convenio === undefined || own === convenio)
      )
    })
    const shown = {
      of: ({ atualizacao }: RecurringCharge) => atualizacao[0]?.data ?? '',
      show: (one: RecurringCharge) => this.wholeCharge(one),
    }
    return this.#page('cobsr', all, asked, shown, 'CobRConsultaInvalida')
  }

  #page<Thing>(
    name: string,
    all: readonly Thing[],
    asked: Fields,
    { of, show }: { of: (one: Thing) => string; show: (one: Thing) => Fields },
    fault: 'RecConsultaInvalida' | 'CobRConsultaInvalida' | 'PayloadLocationRecConsultaInvalida',
  ): Fields {
    const isWithin = between(asked)
    if (!isWithin) throw new Refusal(400, fault)
    const found = all.filter((one) => isWithin(of(one)))
    const { items, paginacao } = pageOf(found, asked, this.#around.pageSize())
    const { convenio, ...parameters } = parametersShown(asked)
    const agreement = convenio === undefined ? {} : { recebedor: { convenio } }
    return { parametros: { ...parameters, ...agreement, paginacao }, [name]: items.map(show) }
  }
}

/** The code of a recurrence, and of the charge that is paid with it. */
export const compositeCode = (of: { location?: string; recurrence: string }): string =>
  pixCode({ sellerName: 'Loja', city: 'Sao Paulo', ...of })
