import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type Express from 'express'
import { LRUCache } from 'lru-cache'
import { withAddress } from '../contract/address.ts'
import { languageFor, pageHeaders, referenceHeaders } from '../handlers/getDocs.ts'
import { codingFor, packed } from '../handlers/support/packedText.ts'
import type { Coding, Packed } from '../handlers/support/packedText.ts'

const folder = new URL('../generated/docs/', import.meta.url)

/** Finds the file of the docs that a request names; undefined when it names none. */
export type FindFile = (
  request: { method: string; path: string },
  response: ServerResponse,
) => (() => Promise<void>) | undefined

/** Finds a file in the folder of the docs by its address. */
type FileOf = (path: string) => string | undefined

/** This address has the reference in the reader's language; each language has one of its own. */
const REFERENCE = '/docs/reference'

/** The list of pages in English is where programs look for it (https://llmstxt.org). */
const LIST = '/llms.txt'

/** The names of the files, which are read when the first of them is requested. */
function createFileOf(): FileOf {
  let files: Map<string, string> | undefined
  const named = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) !== '')
      .map((name) => name.replaceAll('\\', '/'))
      .map((name) => {
        const address = name === 'llms.txt' ? LIST : `/docs/${name.replace(/\.html$/, '')}`
        return [address, name] as const
      })
  return (path) => {
    if (path !== LIST && !path.startsWith('/docs/')) return undefined
    files ??= new Map(named())
    return path === REFERENCE ? 'en/reference.html' : files.get(path)
  }
}

/**
 * Serves the files of the docs by Express, which is imported at the first request for one.
 * Operations are answered without Express: in front of them it would add a fifth to a read.
 *
 * @param baseUrl the address that samples name
 */
export function createDocs(baseUrl: string): FindFile {
  const fileOf = createFileOf()
  let loading: Promise<Serve> | undefined
  return ({ method, path }, response) => {
    const file = method === 'GET' || method === 'HEAD' ? fileOf(path) : undefined
    if (file === undefined) return undefined
    return async () => {
      loading ??= import('express').then(({ default: express }) => docsApp(express, baseUrl))
      const serve = await loading
      await serve(path, file, response)
    }
  }
}

/** Scripts, sheets and pictures do not name the address of the service. */
const namesAddress = (name: string) => /\.(html|json|md|txt)$/.test(name)

/** Sends a file; resolves once all of it is written, whether it is read or not. */
type Serve = (path: string, name: string, response: ServerResponse) => Promise<void>

/** The packed forms have 9 MiB in all and stay, so that each is made once. */
const PACKED_BYTES = 10 * 1024 * 1024

/** The plain forms have 23 MiB; the reference in two languages fits, and the others are on disk. */
const PLAIN_BYTES = 5 * 1024 * 1024

type DocsFile = Packed & { type: string }

/** The files as they were sent last, by coding and name. */
const createKept = (baseUrl: string, maxSize: number) =>
  new LRUCache<string, Packed>({
    maxSize,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
    fetchMethod: async (key) => {
      const [coding = '', name = ''] = key.split(' ')
      const text = await readFile(new URL(name, folder), 'utf8')
      return packed(namesAddress(name) ? withAddress(text, baseUrl) : text, coding as Coding)
    },
  })

function createFileFor(baseUrl: string) {
  const packedFiles = createKept(baseUrl, PACKED_BYTES)
  const plainFiles = createKept(baseUrl, PLAIN_BYTES)
  return (name: string, acceptEncoding: string | undefined): Promise<Packed> => {
    const coding = codingFor(acceptEncoding)
    const files = coding === 'identity' ? plainFiles : packedFiles
    return files.forceFetch(`${coding} ${name}`)
  }
}

function headersFor(path: string, name: string, request: IncomingMessage) {
  if (!name.endsWith('/reference.html')) return pageHeaders
  if (path !== REFERENCE) return referenceHeaders
  const language = languageFor(request.headers['accept-language'])
  return { ...referenceHeaders, 'Content-Language': language }
}

function docsApp(express: typeof Express, baseUrl: string): Serve {
  const fileFor = createFileFor(baseUrl)
  const app = express().disable('x-powered-by')
  const files = new WeakMap<IncomingMessage, DocsFile>()
  app.use((request, response) => {
    const file = files.get(request)
    if (!file) throw new Error(`${request.path} is not read.`)
    const { headers, bytes, type } = file
    response.set({ 'Cache-Control': 'public, max-age=0', ...headers })
    response.type(type).send(bytes)
  })
  return async (path, name, response) => {
    const { req: request } = response
    const own = headersFor(path, name, request)
    const language = 'Content-Language' in own ? own['Content-Language'] : undefined
    const file = language === undefined ? name : `${language}/reference.html`
    const { headers, bytes } = await fileFor(file, request.headers['accept-encoding'])
    const vary = language === undefined ? {} : { Vary: 'Accept-Language, Accept-Encoding' }
    files.set(request, { headers: { ...own, ...headers, ...vary }, bytes, type: extname(name) })
    app(request, response)
  }
}
