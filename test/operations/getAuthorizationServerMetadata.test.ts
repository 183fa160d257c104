import assert from 'node:assert/strict'
import {
  allowInsecureRequests,
  clientCredentialsGrant,
  ClientSecretBasic,
  discovery,
} from 'openid-client'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../contract/document.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const path = '/.well-known/oauth-authorization-server'

test('the example of the contract is what the service answers', async () => {
  const found = [...operationsOf(readContract())].find((one) => one.path === path)
  const described = found?.operation.responses['200'] as
    | { content: Record<string, { examples: { metadata: { value: object } } }> }
    | undefined
  const example = described?.content['application/json']?.examples.metadata.value
  const { body } = await service.request<'AuthorizationServerMetadata'>('GET', path)
  const text = JSON.stringify(body).replaceAll(service.url, 'http://localhost:3000')
  assert.deepEqual(example, JSON.parse(text))
})

test('says where and how to get tokens, to everyone, as RFC 8414 wants', async () => {
  const answer = await service.request<'AuthorizationServerMetadata'>('GET', path)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  assert.deepEqual(answer.body, {
    issuer: service.url,
    token_endpoint: `${service.url}/oauth/token`,
    jwks_uri: `${service.url}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    scopes_supported: [
      'customers:read',
      'customers:write',
      'products:read',
      'products:write',
      'checkouts:read',
      'checkouts:write',
      'all',
      'refunds:write',
      'account:read',
      'account:write',
      'bank:write',
      'subscriptions:read',
      'subscriptions:write',
    ],
    response_types_supported: [],
  })
})

test('every address in it is made of BASE_URL', async () => {
  const baseUrl = 'https://pagar.loja.example/balcao'
  const on = await startService({ baseUrl })
  const { body } = await on.request<'AuthorizationServerMetadata'>('GET', path)
  assert.equal(body.issuer, baseUrl)
  assert.equal(body.token_endpoint, `${baseUrl}/oauth/token`)
  assert.equal(body.jwks_uri, `${baseUrl}/.well-known/jwks.json`)
})

test('an OAuth library gets a token by discovery alone', async () => {
  const { client_id, client_secret } = await service.account()
  const authentication = ClientSecretBasic(client_secret)
  const server = await discovery(new URL(service.url), client_id, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [allowInsecureRequests],
  })
  const answer = await clientCredentialsGrant(server, { scope: 'customers:read' })
  assert.deepEqual([answer.expires_in, answer.scope], [900, 'customers:read'])
  const { body } = await service.request<'Account'>('GET', '/v1/me', { token: answer.access_token })
  assert.equal(body.api_client.client_id, client_id)
  assert.deepEqual(body.api_client.scopes, ['customers:read'])
})
