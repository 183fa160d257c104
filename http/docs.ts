import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type Express from 'express'
import { withAddress } from '../contract/address.ts'
import { pageHeaders } from '../handlers/getDocs.ts'
import { PackedText } from '../handlers/support/packedText.ts'
import type { Packed } from '../handlers/support/packedText.ts'

const folder = new URL('../generated/docs/', import.meta.url)
const markdownFile = new URL('../generated/markdown.json', import.meta.url)

/** Finds the file of the docs that a request names; undefined when it names none. */
export type FindFile = (
  request: { method: string; path: string },
  response: ServerResponse,
) => (() => Promise<void>) | undefined

/** The text of a file by its path; undefined when there is none. */
type Read = (path: string) => string | undefined

/** The files of the page, and the pages as Markdown, which are read when the first is requested. */
function createRead(): { has(path: string): boolean; read: Read } {
  const files = new Map(
    readdirSync(folder).map((name) => [`/docs/${name.replace(/\.html$/, '')}`, name]),
  )
  let markdown: Map<string, string> | undefined
  const markdownAt: Read = (path) => {
    if (!/\.(md|txt)$/.test(path)) return undefined
    markdown ??= new Map(Object.entries(JSON.parse(readFileSync(markdownFile, 'utf8'))))
    return markdown.get(path)
  }
  return {
    has: (path) => files.has(path) || markdownAt(path) !== undefined,
    read: (path) => {
      const name = files.get(path)
      return name ? readFileSync(new URL(name, folder), 'utf8') : markdownAt(path)
    },
  }
}

/**
 * Serves the files of the docs by Express, which is imported at the first request for one.
 * Operations are answered without Express: in front of them it would add a fifth to a read.
 *
 * @param baseUrl the address that samples name
 */
export function createDocs(baseUrl: string): FindFile {
  const { has, read } = createRead()
  let loading: Promise<Serve> | undefined
  return ({ method, path }, response) => {
    if ((method !== 'GET' && method !== 'HEAD') || !has(path)) return undefined
    return async () => {
      loading ??= import('express').then(({ default: express }) => docsApp(express, read, baseUrl))
      const serve = await loading
      await serve(path, response)
    }
  }
}

/** True for files that may name the address of the service; the scripts and the pages do not. */
const namesAddress = (type: string) => ['.json', '.md', '.txt'].includes(type)

/** Sends the file at a path; resolves once all of it is written, whether it is read or not. */
type Serve = (path: string, response: ServerResponse) => Promise<void>

/** Reads and packs each file once, when it is first requested. */
function docsApp(express: typeof Express, read: Read, baseUrl: string): Serve {
  const files = new Map<string, PackedText>()
  const fileAt = (path: string) => {
    const known = files.get(path)
    if (known) return known
    const text = read(path) ?? ''
    const file = new PackedText(namesAddress(extname(path)) ? withAddress(text, baseUrl) : text)
    files.set(path, file)
    return file
  }
  const app = express().disable('x-powered-by')
  const packed = new WeakMap<IncomingMessage, Packed>()
  app.use((request, response) => {
    const file = packed.get(request)
    if (!file) throw new Error(`${request.path} is not packed.`)
    const { headers, bytes } = file
    response.set({ ...pageHeaders, 'Cache-Control': 'public, max-age=0', ...headers })
    response.type(extname(request.path) || 'html').send(bytes)
  })
  return async (path, response) => {
    const { req: request } = response
    packed.set(request, await fileAt(path).for(request.headers))
    app(request, response)
  }
}
