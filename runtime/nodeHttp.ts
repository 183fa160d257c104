/**
 * Node's HTTP module, without an `import`: that would evaluate each of its exports, one of which
 * loads what is behind `fetch`. It takes 28 ms instead of 2, of a start of about 160.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')

/** Node's HTTPS module, loaded with the first request to a bank or a webhook: TLS takes 7 ms. */
export const nodeHttps = () => process.getBuiltinModule('node:https')
