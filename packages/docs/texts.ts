/** The docs' own words, which are not in the contract, in each of their languages. */

import { contractUrl } from '../../contract/address.ts'

export type Language = 'en' | 'pt-BR'

/** The languages by their own names; the first is the one that the contract is written in. */
export const languageNames: Record<Language, string> = { en: 'English', 'pt-BR': 'Português' }

export const docsLanguages = Object.keys(languageNames) as Language[]

type ConsoleText =
  | 'title'
  | 'about'
  | 'live'
  | 'operation'
  | 'address'
  | 'body'
  | 'send'
  | 'answer'
  | 'withoutScripts'

export type Texts = {
  about: string
  loading: string
  withoutScripts: string
  languages: string
  docs: string
  /** The description at the top of a collection of requests. */
  collection: string
  console: Record<ConsoleText, string>
  errors: {
    chapter: string
    introduction: string
    cause: string
    toDo: string
    answeredBy: string
    anywhere: (operations: number) => string
    atTokenEndpoint: string
  }
  changelog: { chapter: string; text: string | undefined }
  reference: string
  markdown: {
    kinds: Record<'guides' | 'chapters' | 'operations' | 'events' | 'objects' | 'errors', string>
    otherLanguage: string
    scopes: string
    anyToken: string
    basic: string
    open: string
    parameters: string
    body: string
    responses: string
    sample: string
    name: string
    place: string
    type: string
    required: string
    meaning: string
    yes: string
  }
}

const en: Texts = {
  about: 'guides, operations, events and error codes',
  loading: 'Loading the docs…',
  withoutScripts: 'Without JavaScript: <a href="$contract">the contract as a file</a>.',
  languages: 'Languages',
  docs: 'Docs',
  collection:
    'Fill in `clientId` and `clientSecret`, and send “Get an access token” first. The ids that ' +
    'a request creates are filled in for the requests after it.',
  console: {
    title: 'Console',
    about:
      'Requests go to the sandbox that serves this page, as the client whose credentials you ' +
      'enter. They are kept until you leave the page. Ids returned by a response are filled in ' +
      'for you.',
    live: 'This service runs in live mode: open the console of your own sandbox.',
    operation: 'Operation',
    address: 'Path and query',
    body: 'Body',
    send: 'Send',
    answer: 'Response',
    withoutScripts: 'The console needs JavaScript; the code samples in the docs do the same.',
  },
  errors: {
    chapter: 'Error codes',
    introduction:
      'Each code that `error.code` can have: what causes it, what to do about it,\n' +
      'and an example response. [Errors](#section/Errors) covers what they have in common.',
    cause: 'Cause:',
    toDo: 'What to do:',
    answeredBy: 'Returned by:',
    anywhere: (operations) => `${operations} operations, wherever the cause applies.`,
    atTokenEndpoint: '(token endpoint)',
  },
  changelog: { chapter: 'Changelog', text: undefined },
  reference: 'Reference',
  markdown: {
    kinds: {
      guides: 'Guides',
      chapters: 'Chapters',
      operations: 'Operations',
      events: 'Events',
      objects: 'Objects',
      errors: 'Error codes',
    },
    otherLanguage: `Em português: ${contractUrl}/docs/pt-BR/llms.txt`,
    scopes: 'Requires an access token with the scope:',
    anyToken: 'Requires an access token.',
    basic: 'Requires `client_id` and `client_secret` as HTTP Basic user and password.',
    open: 'Requires no authentication.',
    parameters: 'Parameters',
    body: 'Request body',
    responses: 'Responses',
    sample: 'Sample',
    name: 'Name',
    place: 'In',
    type: 'Type',
    required: 'Required',
    meaning: 'Description',
    yes: 'yes',
  },
}

const ptBR: Texts = {
  about: 'guias, operações, eventos e códigos de erro',
  loading: 'Carregando a documentação…',
  withoutScripts: 'Sem scripts: <a href="$contract">o contrato como arquivo</a>.',
  languages: 'Idiomas',
  docs: 'Documentação',
  collection:
    'Preencha `clientId` e `clientSecret` e envie primeiro “Obter um token de acesso”. Os ids do ' +
    'que uma requisição cria são preenchidos nas seguintes.',
  console: {
    title: 'Console',
    about:
      'As requisições vão para o sandbox que serve esta página, como o cliente de API cujas ' +
      'credenciais você digita. Elas ficam guardadas até você sair da página. Os ids que uma ' +
      'resposta traz são preenchidos para você.',
    live: 'Este serviço roda em modo de produção: abra o console do seu próprio sandbox.',
    operation: 'Operação',
    address: 'Caminho e consulta',
    body: 'Corpo',
    send: 'Enviar',
    answer: 'Resposta',
    withoutScripts: 'O console precisa de scripts; os exemplos da documentação fazem o mesmo.',
  },
  errors: {
    chapter: 'Códigos de erro',
    introduction:
      'Cada código que uma recusa pode trazer em `error.code`: o que o causa, o que fazer,\n' +
      'e a resposta como ela vem. [Erros](#section/Erros) diz o que todos têm em comum.',
    cause: 'Causa:',
    toDo: 'O que fazer:',
    answeredBy: 'Respondido por:',
    anywhere: (operations) => `${operations} operações, onde quer que a causa ocorra.`,
    atTokenEndpoint: '(endpoint de tokens)',
  },
  changelog: {
    chapter: 'Histórico de mudanças',
    text:
      'O histórico de mudanças é mantido em inglês: ' +
      '[abra-o](/docs/en/reference#tag/Changelog).',
  },
  reference: 'Referência',
  markdown: {
    kinds: {
      guides: 'Guias',
      chapters: 'Capítulos',
      operations: 'Operações',
      events: 'Eventos',
      objects: 'Objetos',
      errors: 'Códigos de erro',
    },
    otherLanguage: `In English: ${contractUrl}/llms.txt`,
    scopes: 'Exige um token de acesso com o escopo:',
    anyToken: 'Exige um token de acesso.',
    basic: 'Exige `client_id` e `client_secret` como usuário e senha do HTTP Basic.',
    open: 'Não exige autenticação.',
    parameters: 'Parâmetros',
    body: 'Corpo da requisição',
    responses: 'Respostas',
    sample: 'Exemplo',
    name: 'Nome',
    place: 'Em',
    type: 'Tipo',
    required: 'Obrigatório',
    meaning: 'Significado',
    yes: 'sim',
  },
}

export const docsTexts: Record<Language, Texts> = { en, 'pt-BR': ptBR }
