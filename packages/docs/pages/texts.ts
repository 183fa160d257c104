/** Texts of the docs site around its pages, in each of its languages. */
import { docsTexts } from '../texts.ts'
import type { Language } from '../texts.ts'
import type { SectionName } from './outline.ts'

type Card = { section: SectionName; text: string }

export type SiteTexts = {
  tagline: string
  introduction: string
  samples: string
  text: string
  table: string
  anchor: string
  required: string
  /** Heads of the tables of Markdown that are drawn as lists of fields. */
  name: string
  meaning: string
  skip: string
  menu: string
  contents: string
  search: string
  searchHint: string
  found: string
  nothing: string
  nothingHint: string
  copy: string
  copied: string
  previous: string
  next: string
  order: string
  links: string
  onePage: string
  inReference: string
  openConsole: string
  asMarkdown: string
  otherLanguage: string
  sections: Record<SectionName, string>
  /** Parts that are no chapters of the contract. */
  parts: Record<string, string>
  cards: Card[]
  lists: Record<
    'operations' | 'objects' | 'errors' | 'changelog' | 'downloads',
    { title: string; text: string }
  >
  downloads: { heading: string; links: [text: string, path: string][] }[]
  changelogText: string
  kinds: Record<'operation' | 'guide' | 'event' | 'object' | 'error' | 'field' | 'chapter', string>
  of: string
  more: (count: number) => string
  statusAbout: (status: number) => string
  foot: string
}

const en: SiteTexts = {
  tagline: 'Accept Pix payments with one API',
  introduction:
    'Create a checkout, send the buyer to its page or show the code yourself, and get a signed ' +
    'event when it is paid. Try everything in a sandbox of your own, where no money moves.',
  samples: 'Samples',
  text: 'Text',
  table: 'Table',
  anchor: 'Link to',
  required: 'required',
  name: docsTexts.en.markdown.name,
  meaning: docsTexts.en.markdown.meaning,
  skip: 'Skip to content',
  menu: 'Menu',
  contents: 'On this page',
  search: 'Search',
  searchHint: 'Search: refund, 409, createCheckout…',
  found: 'Results',
  nothing: 'No results for',
  nothingHint: 'Try a code, a field name or another word.',
  copy: 'Copy',
  copied: 'Copied',
  previous: 'Previous',
  next: 'Next',
  order: 'Previous and next page',
  links: 'More about this page',
  onePage: 'The reference on one page',
  inReference: 'All fields in the reference',
  openConsole: 'Try it in the console',
  asMarkdown: 'This page as Markdown',
  otherLanguage: 'Português',
  sections: {
    start: 'Start here',
    charge: 'Charge',
    paid: 'Get paid',
    refund: 'Refund',
    told: 'Get notified',
    reconcile: 'Reconcile',
    live: 'Go live',
    shops: 'Shops and migration',
    account: 'Account and access',
    reference: 'Reference',
  },
  parts: { refunds: 'Refunds', books: 'Accounting' },
  cards: [
    { section: 'start', text: 'A sandbox, credentials and a paid checkout, in five minutes.' },
    { section: 'charge', text: 'Carts, prices, links to share, and codes to show yourself.' },
    { section: 'paid', text: 'What a payment tells you, and the page where the buyer pays.' },
    { section: 'refund', text: 'Full and partial refunds, and what the bank takes back.' },
    { section: 'told', text: 'Webhooks, verified in five languages, and how to miss none.' },
    { section: 'reconcile', text: 'The statement by day, as CSV, XLSX and OFX.' },
    { section: 'live', text: 'Your bank, errors, retries, limits and versions.' },
    { section: 'shops', text: 'WooCommerce, Vendure, Medusa, and migrating from elsewhere.' },
    { section: 'reference', text: 'Operations, objects, error codes, and files for your tools.' },
  ],
  lists: {
    operations: {
      title: 'Operations',
      text: 'Every operation of the API, by topic.',
    },
    objects: { title: 'Objects', text: 'Every object used in requests and responses.' },
    errors: {
      title: 'Error codes',
      text:
        'Every code that `error.code` can have, by status. ' +
        '[Errors](../guides/errors.md) covers what they have in common.',
    },
    changelog: { title: 'Changelog', text: '' },
    downloads: { title: 'Files for your tools', text: 'All generated from the contract.' },
  },
  downloads: [
    {
      heading: 'The contract (OpenAPI 3.1)',
      links: [
        ['openapi.yaml', '/openapi.yaml'],
        ['openapi.json', '/openapi.json'],
      ],
    },
    {
      heading: 'Request collections',
      links: [
        ['Postman', '/docs/postman.en.json'],
        ['Bruno', '/docs/bruno.en.json'],
      ],
    },
    {
      heading: 'For language models',
      links: [['Each page of these docs as Markdown: llms.txt', '/llms.txt']],
    },
  ],
  changelogText: '',
  kinds: {
    operation: 'Operation',
    guide: 'Guide',
    event: 'Event',
    object: 'Object',
    error: 'Error code',
    field: 'Field',
    chapter: 'Chapter',
  },
  of: 'of',
  more: (count) => `and ${count} more`,
  statusAbout: (status) => `Why a response has the status ${status}, code by code.`,
  foot: 'Generated from the contract of this service.',
}

const ptBR: SiteTexts = {
  tagline: 'Receba por Pix com uma API',
  introduction:
    'Abra um checkout, leve o comprador à página dele ou mostre você mesmo o código, e saiba do ' +
    'pagamento por um evento assinado. Tudo pode ser testado em um sandbox seu, onde nenhum ' +
    'dinheiro se move.',
  samples: 'Exemplos',
  text: 'Texto',
  table: 'Tabela',
  anchor: 'Link para',
  required: 'obrigatório',
  name: docsTexts['pt-BR'].markdown.name,
  meaning: docsTexts['pt-BR'].markdown.meaning,
  skip: 'Ir para o texto',
  menu: 'Menu',
  contents: 'Nesta página',
  search: 'Buscar',
  searchHint: 'Buscar: estorno, 409, createCheckout…',
  found: 'Resultados',
  nothing: 'Nada foi encontrado para',
  nothingHint: 'Tente um código, o nome de um campo ou outra palavra.',
  copy: 'Copiar',
  copied: 'Copiado',
  previous: 'Anterior',
  next: 'Próxima',
  order: 'Página anterior e próxima',
  links: 'Mais sobre esta página',
  onePage: 'A referência em uma página',
  inReference: 'Todos os campos, na referência',
  openConsole: 'Testar no console',
  asMarkdown: 'Esta página em Markdown',
  otherLanguage: 'English',
  sections: {
    start: 'Comece aqui',
    charge: 'Cobrar',
    paid: 'Receber',
    refund: 'Devolver',
    told: 'Ser avisado',
    reconcile: 'Conciliar',
    live: 'Entrar em produção',
    shops: 'Lojas e migração',
    account: 'Conta e acessos',
    reference: 'Referência',
  },
  parts: { refunds: 'Devoluções', books: 'Extrato e totais' },
  cards: [
    { section: 'start', text: 'Um sandbox, credenciais e um checkout pago, em cinco minutos.' },
    { section: 'charge', text: 'Carrinhos, preços, links para divulgar e códigos para exibir.' },
    { section: 'paid', text: 'O que um pagamento diz, e a página em que o comprador paga.' },
    { section: 'refund', text: 'Devolver no todo ou em parte, e o que o banco toma de volta.' },
    { section: 'told', text: 'Webhooks, verificados em cinco linguagens, sem perder nenhum.' },
    { section: 'reconcile', text: 'O extrato por dia, em CSV, XLSX e OFX.' },
    { section: 'live', text: 'Seu banco, erros, novas tentativas, limites e versões.' },
    { section: 'shops', text: 'WooCommerce, Vendure, Medusa, e como migrar para cá.' },
    { section: 'reference', text: 'Operações, objetos, códigos de erro e arquivos.' },
  ],
  lists: {
    operations: {
      title: 'Operações',
      text: 'Todas as operações da API, por assunto.',
    },
    objects: {
      title: 'Objetos',
      text: 'Todos os objetos de que são feitas as requisições e as respostas.',
    },
    errors: {
      title: 'Códigos de erro',
      text:
        'Todos os códigos que `error.code` pode trazer, por status. ' +
        '[Erros](../guides/errors.md) diz o que todos têm em comum.',
    },
    changelog: { title: 'Histórico de mudanças', text: '' },
    downloads: { title: 'Arquivos para suas ferramentas', text: 'Todos são feitos do contrato.' },
  },
  downloads: [
    {
      heading: 'O contrato (OpenAPI 3.1)',
      links: [
        ['openapi.yaml', '/openapi.yaml'],
        ['openapi.json', '/openapi.json'],
      ],
    },
    {
      heading: 'Coleções de requisições',
      links: [
        ['Postman', '/docs/postman.pt-BR.json'],
        ['Bruno', '/docs/bruno.pt-BR.json'],
      ],
    },
    {
      heading: 'Para programas que leem',
      links: [['Cada página destes docs em Markdown: llms.txt', '/docs/pt-BR/llms.txt']],
    },
  ],
  changelogText: 'O histórico de mudanças é mantido em inglês: [abra-o](/docs/en/changelog).',
  kinds: {
    operation: 'Operação',
    guide: 'Guia',
    event: 'Evento',
    object: 'Objeto',
    error: 'Código de erro',
    field: 'Campo',
    chapter: 'Capítulo',
  },
  of: 'de',
  more: (count) => `e mais ${count}`,
  statusAbout: (status) => `Por que uma resposta tem o status ${status}, código a código.`,
  foot: 'Feito do contrato deste serviço.',
}

export const siteTexts: Record<Language, SiteTexts> = { en, 'pt-BR': ptBR }
