import type { Document } from '../../contract/document.ts'
import { foldersOf, keepIdsScript } from './collections.ts'
import type { CollectionRequest } from './collections.ts'
import { docsTexts } from './texts.ts'
import type { Language } from './texts.ts'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const variable = (key: string, value = '') => ({ key, value })
const argument = (key: string, value: string) => ({ key, value, type: 'string' })

const afterwards = (text: string) => ({
  listen: 'test',
  script: { type: 'text/javascript', exec: text.split('\n') },
})

const keepToken = `const { access_token } = pm.response.json()
if (access_token) pm.collectionVariables.set('token', access_token)`

const clientAuth = {
  type: 'basic',
  basic: [argument('username', '{{clientId}}'), argument('password', '{{clientSecret}}')],
}

function bodyOf({ json, form }: CollectionRequest) {
  if (json) return { mode: 'raw', raw: json, options: { raw: { language: 'json' } } }
  if (!form) return undefined
  return { mode: 'urlencoded', urlencoded: form.map(([key, value]) => variable(key, value)) }
}

function itemOf(request: CollectionRequest): object {
  const { name, method, description, segments, parameters, query, as, takesKey, json } = request
  const isToken = as === 'client'
  const body = bodyOf(request)
  return {
    name,
    ...(isToken && { event: [afterwards(keepToken)] }),
    request: {
      method,
      description,
      ...(isToken && { auth: clientAuth }),
      header: [
        ...(json ? [variable('Content-Type', 'application/json')] : []),
        ...(takesKey ? [variable('Idempotency-Key', '{{$guid}}')] : []),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        query: query.map((one) => ({
          ...variable(one.name, one.value),
          description: one.description,
          disabled: true,
        })),
        variable: parameters.map((one) => variable(one, `{{${one}}}`)),
      },
      ...(body && { body }),
    },
  }
}

/**
 * The contract as a collection for Postman: with a client's credentials in its variables, its first
 * request gets the token of the others, and what one has made the next ones name.
 *
 * @source Postman Collection Format 2.1.0
 */
export function postmanCollection(document: Document, language: Language): object {
  const keepIds = keepIdsScript(document, {
    answer: 'pm.response.code < 300 && pm.response.text() ? pm.response.json() : undefined',
    keep: 'pm.collectionVariables.set(names[prefix], value)',
  })
  return {
    info: {
      name: document.info.title,
      description: docsTexts[language].collection,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [argument('token', '{{token}}')] },
    event: [afterwards(keepIds)],
    variable: [
      variable('baseUrl', 'http://localhost:3000'),
      ...['clientId', 'clientSecret', 'token'].map((name) => variable(name)),
    ],
    item: foldersOf(document).map(([name, requests]) => ({ name, item: requests.map(itemOf) })),
  }
}
