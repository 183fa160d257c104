/** Why a bank was not connected, in the reader's language; its own words stay as they are. */
import type { Locale } from '../../domain/formats/locale.ts'

/** Our own words before the bank's, in a refusal of `connectBank`. */
const prefix = /^O banco (?:recusou|não responde): /

/** Patterns of the English errors of `domain/pix/bank/`, to word them in the reader's language. */
const patterns = {
  authority: /^(\S+): its certificate is signed by no authority/,
  ended: /^(\S+): its certificate has expired/,
  name: /^(\S+): its certificate is for another name/,
  certificate: /^(\S+): (?:it refused our certificate|it closed the connection)/,
  silent: /^(\S+): it did not answer within (\d+) s/,
  pause: /^(\S+): it wants no requests for another (\d+) s/,
  answered: /^(.+?) was answered (\d{3})(?:: ([\s\S]*?))?\.?$/,
} as const

type Kind = keyof typeof patterns

type Say = Record<Kind, (at: string, number: string, words: string) => string>

const ptBR: Say = {
  authority: (host) =>
    `O certificado de ${host} não é de uma autoridade pública. Informe a autoridade do banco.`,
  ended: (host) => `O certificado de ${host} venceu: só o banco pode renová-lo.`,
  name: (host) => `O certificado de ${host} é de outro endereço. Confira os endereços do banco.`,
  certificate: (host) => `${host} não aceitou o seu certificado.`,
  silent: (host, seconds) => `${host} não respondeu em ${seconds} s.`,
  pause: (host, seconds) => `${host} pede uma pausa de ${seconds} s. Tente de novo depois.`,
  answered: (_, status, words) =>
    words === '' ? `O banco respondeu ${status}.` : `O banco respondeu ${status}: ${words}`,
}

const en: Say = {
  authority: (host) =>
    `The certificate of ${host} is not from a public authority. Add the bank's own authority.`,
  ended: (host) => `The certificate of ${host} has expired: only the bank can renew it.`,
  name: (host) => `The certificate of ${host} is for another host. Check the URLs.`,
  certificate: (host) => `${host} did not accept your certificate.`,
  silent: (host, seconds) => `${host} did not answer within ${seconds} s.`,
  pause: (host, seconds) => `${host} asks to wait ${seconds} s. Try again after that.`,
  answered: (_, status, words) =>
    words === '' ? `The bank answered ${status}.` : `The bank answered ${status}: ${words}`,
}

const es: Say = {
  authority: (host) =>
    `El certificado de ${host} no es de una autoridad pública. Indique la autoridad del banco.`,
  ended: (host) => `El certificado de ${host} venció: solo el banco puede renovarlo.`,
  name: (host) => `El certificado de ${host} es de otra dirección. Revise las direcciones.`,
  certificate: (host) => `${host} no aceptó su certificado.`,
  silent: (host, seconds) => `${host} no respondió en ${seconds} s.`,
  pause: (host, seconds) => `${host} pide una pausa de ${seconds} s. Inténtelo después.`,
  answered: (_, status, words) =>
    words === '' ? `El banco respondió ${status}.` : `El banco respondió ${status}: ${words}`,
}

const said: Record<Locale, Say> = { 'pt-BR': ptBR, en, es }

/** @param reason as the API gives it */
export function bankReason(locale: Locale, reason: string): string {
  const words = reason.replace(prefix, '')
  for (const [kind, pattern] of Object.entries(patterns)) {
    const [code, at = '', number = '', rest = ''] = pattern.exec(words) ?? []
    if (code === undefined) continue
    return said[locale][kind as Kind](at, number, rest)
  }
  return words
}
