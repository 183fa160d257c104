import type { Document } from '../../contract/document.ts'
import { foldersOf, keepIdsScript } from './collections.ts'
import type { CollectionRequest } from './collections.ts'
import { docsTexts } from './texts.ts'
import type { Language } from './texts.ts'

const named = (name: string, value: string) => ({ name, value, enabled: true })

const keepToken = `if (res.body.access_token) bru.setVar('token', res.body.access_token)`

function bodyOf({ json, form }: CollectionRequest) {
  if (json) return { mode: 'json', json }
  if (!form) return { mode: 'none' }
  return { mode: 'formUrlEncoded', formUrlEncoded: form.map(([name, value]) => named(name, value)) }
}

function itemOf(request: CollectionRequest, i: number): object {
  const { name, method, description, segments, parameters, query, as, takesKey } = request
  const isToken = as === 'client'
  return {
    type: 'http-request',
    name,
    seq: i + 1,
    request: {
      url: `{{baseUrl}}/${segments.join('/')}`,
      method,
      headers: takesKey ? [named('Idempotency-Key', '{{$guid}}')] : [],
      params: [
        ...query.map((one) => ({ ...one, type: 'query', enabled: false })),
        ...parameters.map((one) => ({ ...named(one, `{{${one}}}`), type: 'path' })),
      ],
      body: bodyOf(request),
      auth: isToken
        ? { mode: 'basic', basic: { username: '{{clientId}}', password: '{{clientSecret}}' } }
        : { mode: 'inherit' },
      ...(isToken && { script: { res: keepToken } }),
      docs: description,
    },
  }
}

/**
 * The contract as a collection that Bruno imports: with a client's credentials in its environment,
 * its first request gets the token of the others, and what one has made the next ones name.
 *
 * @source the form in which Bruno itself exports collections
 */
export function brunoCollection(document: Document, language: Language): object {
  const keepIds = keepIdsScript(document, {
    answer: 'res.status < 300 ? res.body : undefined',
    keep: 'bru.setVar(names[prefix], value)',
  })
  const variable = (name: string, value: string, secret = false) => ({
    ...named(name, value),
    type: 'text',
    secret,
  })
  return {
    version: '1',
    name: document.info.title,
    items: foldersOf(document).map(([name, requests]) => ({
      type: 'folder',
      name,
      items: requests.map(itemOf),
    })),
    environments: [
      {
        name: 'Balcao',
        variables: [
          variable('baseUrl', 'http://localhost:3000'),
          variable('clientId', ''),
          variable('clientSecret', '', true),
        ],
      },
    ],
    root: {
      request: {
        auth: { mode: 'bearer', bearer: { token: '{{token}}' } },
        script: { res: keepIds },
      },
      docs: docsTexts[language].collection,
    },
  }
}
