/** The docs' own words, which are not in the contract, in each of their languages. */

export type Language = 'en' | 'pt-BR'

/** The languages by their own names; the first is the one that the contract is written in. */
export const languageNames: Record<Language, string> = { en: 'English', 'pt-BR': 'Português' }

export const docsLanguages = Object.keys(languageNames) as Language[]

export type Texts = {
  about: string
  loading: string
  withoutScripts: string
  languages: string
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
}

const en: Texts = {
  about: 'guides, operations, events and error codes',
  loading: 'Loading the docs…',
  withoutScripts: 'Without scripts: <a href="$contract">the contract as a file</a>.',
  languages: 'Languages',
  errors: {
    chapter: 'Error codes',
    introduction:
      'Each code that a refusal can carry in `error.code`: what causes it, what to do about it,\n' +
      'and the answer as it comes. [Errors](#section/Errors) says what all of them have in common.',
    cause: 'Cause:',
    toDo: 'What to do:',
    answeredBy: 'Answered by:',
    anywhere: (operations) => `${operations} operations, wherever the cause holds.`,
    atTokenEndpoint: '(token endpoint)',
  },
  changelog: { chapter: 'Changelog', text: undefined },
  reference: 'Reference',
}

const ptBR: Texts = {
  about: 'guias, operações, eventos e códigos de erro',
  loading: 'Carregando a documentação…',
  withoutScripts: 'Sem scripts: <a href="$contract">o contrato como arquivo</a>.',
  languages: 'Idiomas',
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
    text: 'O histórico de mudanças é mantido em inglês: [abra-o](/docs/en#tag/Changelog).',
  },
  reference: 'Referência',
}

export const docsTexts: Record<Language, Texts> = { en, 'pt-BR': ptBR }
