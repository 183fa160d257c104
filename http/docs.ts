import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type Express from 'express'
import { pageHeaders } from '../handlers/getDocs.ts'

const folder = fileURLToPath(new URL('../generated/docs', import.meta.url))

/** Finds the file of the docs that a request names; undefined when it names none. */
export type FindFile = (
  request: { method: string; path: string },
  response: ServerResponse,
) => (() => Promise<void>) | undefined

/**
 * Serves the files of the docs by Express, which is imported at the first request for one.
 * Operations are answered without Express: in front of them it would add a fifth to a read.
 */
export function createDocs(): FindFile {
  const paths = new Set(readdirSync(folder).map((name) => `/docs/${name.replace('.html', '')}`))
  let loading: Promise<RequestListener> | undefined
  return ({ method, path }, response) => {
    if (!paths.has(path) || (method !== 'GET' && method !== 'HEAD')) return undefined
    return async () => {
      loading ??= import('express').then(({ default: express }) => docsApp(express))
      const serve = await loading
      serve(response.req, response)
    }
  }
}

/** Reads and compresses each file once, when it is first requested. */
function docsApp(express: typeof Express): RequestListener {
  const files = new Map<string, { plain: Buffer; packed: Buffer; tag: string }>()
  const fileAt = (name: string) => {
    const known = files.get(name)
    if (known) return known
    const plain = readFileSync(join(folder, name))
    // Express would compute the tag at each request.
    const tag = createHash('sha256').update(plain).digest('base64url')
    const file = { plain, packed: gzipSync(plain), tag }
    files.set(name, file)
    return file
  }
  const app = express().disable('x-powered-by')
  app.use((request, response) => {
    const last = basename(request.path)
    const name = extname(last) ? last : `${last}.html`
    const { plain, packed, tag } = fileAt(name)
    const isPacked = request.acceptsEncodings('gzip') !== false
    response.set({ ...pageHeaders, 'Cache-Control': 'public, max-age=0' }).vary('Accept-Encoding')
    response.set('ETag', isPacked ? `"${tag}-gzip"` : `"${tag}"`)
    if (isPacked) response.set('Content-Encoding', 'gzip')
    response.type(extname(name)).send(isPacked ? packed : plain)
  })
  return app
}
