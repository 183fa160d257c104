/** The locations of the simulated bank: the addresses from which a payer's bank reads a charge. */
import { randomBytes } from 'node:crypto'
import { between, pageOf, parametersShown } from './paging.ts'
import { Refusal } from './problems.ts'

type Fields = Record<string, unknown>

export type Location = {
  id: number
  /** The charge that it shows, if any. */
  txid?: string
  location: string
  tipoCob: 'cob' | 'cobv'
  criacao: string
}

/** The location of a charge that was given none. */
export const locationOf = (txid: string): string => `pix.example.com/qr/v2/${txid}`

const invalid = (razao: string): Refusal =>
  new Refusal(400, 'CobOperacaoInvalida', razao, {
    violacoes: [{ razao, propriedade: 'cob.loc.id' }],
  })

export class Locations {
  readonly #byId = new Map<number, Location>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** @param token the end of its address, random unless it is given */
  make(tipoCob: Location['tipoCob'], token = randomBytes(16).toString('hex')): Location {
    const criacao = this.#now().toISOString()
    const made = { id: this.#byId.size + 1, location: locationOf(token), tipoCob, criacao }
    this.#byId.set(made.id, made)
    return made
  }

  /** Gives a charge the location that it asks for. @throws Refusal */
  link(id: number, txid: string): Location {
    const found = this.#byId.get(id)
    if (!found) throw invalid('A location não existe.')
    if (found.tipoCob !== 'cob') throw invalid('A location é de uma cobrança com vencimento.')
    if (found.txid !== undefined && found.txid !== txid) {
      throw invalid('A location já é usada por outra cobrança.')
    }
    found.txid = txid
    return found
  }

  unlink(id: number | undefined): void {
    const found = id === undefined ? undefined : this.#byId.get(id)
    delete found?.txid
  }

  get(id: number): Location | undefined {
    return this.#byId.get(id)
  }

  /** @throws Refusal */
  find(id: string): Location {
    const found = /^\d{1,15}$/.test(id) ? this.#byId.get(Number(id)) : undefined
    if (!found) throw new Refusal(404, 'PayloadLocationNaoEncontrado')
    return found
  }

  /** The charge whose location a code names. */
  txidOf(code: string): string | undefined {
    return [...this.#byId.values()].findLast(
      ({ txid, location }) => txid !== undefined && code.includes(location),
    )?.txid
  }

  /** @throws Refusal */
  list(asked: Fields, pageSize: number): Fields {
    const { txIdPresente, tipoCob } = asked
    const isWithin = between(asked)
    if (!isWithin) throw new Refusal(400, 'PayloadLocationConsultaInvalida')
    const found = [...this.#byId.values()].filter(
      (one) =>
        isWithin(one.criacao) &&
        (tipoCob === undefined || one.tipoCob === tipoCob) &&
        (txIdPresente === undefined || (one.txid !== undefined) === (txIdPresente === 'true')),
    )
    const { items, paginacao } = pageOf(found, asked, pageSize)
    return { parametros: { ...parametersShown(asked), paginacao }, loc: items }
  }
}
