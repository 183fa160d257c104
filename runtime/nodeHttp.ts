/**
 * Node's HTTP. To `import` it is to look at each of its exports, and one of them loads all that is
 * behind `fetch`: 20 ms instead of 2.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
