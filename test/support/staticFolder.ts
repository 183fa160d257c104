/** A plain web server for a folder of static files. */
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { atEnd } from './atEnd.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Serves a folder at the root and below `/balcao/` until the test file ends. */
export async function serveFolder(path: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const file = join(path, new URL(url, 'http://any').pathname.replace(/^\/balcao\//, '/'))
    const found = file.endsWith('/') ? `${file}index.html` : file
    if (!existsSync(found)) return void response.writeHead(404).end()
    response.setHeader('content-type', types[extname(found)] ?? 'application/octet-stream')
    createReadStream(found).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
