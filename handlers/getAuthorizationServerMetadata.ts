import { paths, scopes } from '../generated/paths.ts'
import type { Handler } from './support/handler.ts'

/** Authorization server metadata (RFC 8414 §2). */
export const getAuthorizationServerMetadata: Handler<
  'getAuthorizationServerMetadata',
  'baseUrl'
> = ({ service: { baseUrl } }) => ({
  status: 200,
  body: {
    issuer: baseUrl,
    token_endpoint: baseUrl + paths.issueToken(),
    jwks_uri: baseUrl + paths.getJwks(),
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    scopes_supported: [...scopes],
    response_types_supported: [],
  },
})
