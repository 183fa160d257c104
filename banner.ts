/** The text that a start prints for the person at the terminal, in Portuguese or English. */
import manifest from './package.json' with { type: 'json' }
import { hasAddressInDigits } from './runtime/environment.ts'
import type { Demo } from './welcome.ts'

type Language = 'en' | 'pt'

/** Where the service is, as its operator reaches it. */
type Place = { mode: 'sandbox' | 'live'; baseUrl: string; host: string; port: number }

/** The command line as this copy of the program is called: a package is compiled. */
const command = import.meta.url.endsWith('.ts') ? 'npm run -s cli --' : 'npx balcao'

const texts = {
  en: {
    mode: {
      sandbox: 'is running in sandbox mode: no money moves.',
      live: 'is running in live mode.',
    },
    address: 'Address',
    listening: 'Listening on',
    dashboard: 'Dashboard',
    docs: 'Read the docs',
    locked: 'Locked out?',
    words: '--seller SELLER_ID --email EMAIL --role owner',
    digits: 'Passkeys need a host name: nobody can sign in while BASE_URL is an address in digits.',
    made: 'A demo seller has been created. Start here:',
    pay: 'Pay as a buyer',
    join: 'Open the dashboard',
    hear: 'Listen to webhooks',
    try: 'Try the API',
    once: 'These credentials will not be shown again:',
  },
  pt: {
    mode: { sandbox: 'em modo sandbox: nenhum dinheiro se move.', live: 'em modo de produção.' },
    address: 'Endereço',
    listening: 'Escuta em',
    dashboard: 'Painel',
    docs: 'Ler a documentação',
    locked: 'Ninguém entra?',
    words: '--seller ID_DO_VENDEDOR --email EMAIL --role owner',
    digits: 'Passkeys precisam de um nome: com números em BASE_URL ninguém entra no painel.',
    made: 'Um vendedor de demonstração foi criado. Para começar:',
    pay: 'Pagar como comprador',
    join: 'Abrir o painel',
    hear: 'Ouvir os eventos',
    try: 'Experimentar a API',
    once: 'Estas credenciais só são mostradas agora:',
  },
} as const

/**
 * The language of a terminal's messages, by the variables of POSIX (XBD 8.2): the first that is set
 * decides.
 */
export function terminalLanguage(variables: NodeJS.ProcessEnv): Language {
  const { LC_ALL, LC_MESSAGES, LANG } = variables
  return /^pt(_|$|\.|@)/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'pt' : 'en'
}

const lines = (facts: readonly (readonly [string, string])[]) =>
  facts.map(([label, value]) => `  ${label.padEnd(20)} ${value}`)

/**
 * @param demo of the first start of a sandbox; its credentials are shown here alone
 * @returns lines for a terminal
 */
export function banner(language: Language, place: Place, demo?: Demo): string {
  const words = texts[language]
  const { mode, baseUrl, host, port } = place
  const startLines = [
    `Balcão ${manifest.version} ${words.mode[mode]}`,
    '',
    ...lines([
      [words.address, baseUrl],
      [words.listening, `${host.includes(':') ? `[${host}]` : host}:${port}`],
      [words.dashboard, `${baseUrl}/dashboard`],
      [words.docs, `${baseUrl}/docs`],
      [words.locked, `${command} users invite ${words.words}`],
    ]),
  ]
  if (hasAddressInDigits(baseUrl)) startLines.push('', words.digits)
  if (!demo) return ['', ...startLines, ''].join('\n')
  const first = [
    words.made,
    '',
    ...lines([
      [words.pay, demo.checkoutUrl],
      [words.join, demo.invitationUrl],
      [words.hear, `${command} webhooks listen`],
      [words.try, `${command} demo`],
    ]),
    '',
    words.once,
    '',
    ...lines([
      ['client_id', demo.client_id],
      ['client_secret', demo.client_secret],
    ]),
  ]
  return ['', ...startLines, '', ...first, ''].join('\n')
}
