/** The rules of the codebase, which a reader may rely on in every file. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { operationsOf, readContract } from '../../contract/document.ts'
import { idPrefixes } from '../../generated/idPrefixes.ts'
import { guaranteeIds, guaranteeTables } from '../support/guaranteeTable.ts'
import type { Finding } from '../support/property.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const notOurs = /(^|\/)(node_modules|generated|dist)\/|^drizzle\./

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !notOurs.test(path))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))

const operationIds = [...operationsOf(readContract())].map(({ operation }) => operation.operationId)

/** The files of the project that a file imports, relative to the root. */
function importsOf({ path, text }: (typeof sources)[number]): string[] {
  const imports =
    /^(?:import|export)[^'\n]*?from '(\..*?)'|^\} from '(\..*?)'|\bimport\('(\..*?)'\)/gm
  return [...text.matchAll(imports)].map((match) =>
    new URL(match[1] ?? match[2] ?? match[3] ?? '', `file:///${path}`).pathname.slice(1),
  )
}

const generated = readdirSync(`${root}generated`, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|js)$/.test(path))
  .map((path) => `generated/${path.replaceAll('\\', '/')}`)
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))

const arrows = new Map([...sources, ...generated].map((one) => [one.path, importsOf(one)]))

/** These files and all that they import, directly or through others. */
function reachedFrom(paths: string[]): Set<string> {
  const reached = new Set(paths)
  for (const path of reached) for (const target of arrows.get(path) ?? []) reached.add(target)
  return reached
}

/** The folder of the root or the package that a file lies in, or the file itself. */
const layerOf = (path: string): string => /^packages\/[^/]+|^[^/]+/.exec(path)?.[0] ?? ''

test('every operation has a handler file, and every handler file an operation', () => {
  const files = readdirSync(`${root}handlers`).filter((name) => name.endsWith('.ts'))
  const named = files.map((name) => name.replace(/\.ts$/, ''))
  assert.deepEqual(named.toSorted(), [...operationIds, 'index'].toSorted())
})

test('every operation has a test file, or tests named after it in that of its object', () => {
  const names = sources
    .filter(({ path }) => path.startsWith('test/operations/'))
    .flatMap(({ text }) => [...text.matchAll(/^test\(\s*'(\w+)/gm)].map(([, name]) => name))
  const without = operationIds.filter(
    (id) => !existsSync(`${root}test/operations/${id}.test.ts`) && !names.includes(id),
  )
  assert.deepEqual(without, [], 'write test/operations/<operationId>.test.ts')
})

test('the prefix of an id is written in its table alone', () => {
  const literal = new RegExp(`['^](?:${Object.values(idPrefixes).join('|')})['[]`)
  const read = /^(domain|handlers|dashboard|http|runtime|db\/maintenance)\//
  const written = sources.filter(({ path, text }) => read.test(path) && literal.test(text))
  assert.deepEqual(
    written.map(({ path }) => path),
    [],
    'read it from generated/idPrefixes.ts',
  )
})

test('express serves pages, docs and a simulated bank, and openapi-backend is in one file', () => {
  const users = sources
    .filter(({ text }) => /from '(express|openapi-backend)'/.test(text))
    .filter(({ path }) => !/^(packages\/(bench\/peers|examples)|dashboard)\//.test(path))
  assert.deepEqual(users.map(({ path }) => path).toSorted(), [
    'http/docs.ts',
    'http/engine/engine.ts',
    'packages/bank/control.ts',
  ])
})

test('a query of a test is named so, since test files share a process', () => {
  const named = sources
    .filter(({ path }) => path.startsWith('test/'))
    .flatMap(({ text }) => [...text.matchAll(/(?<![.\w])query\(\s*'(\w+)'/g)])
    .map(([, name = '']) => name)
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter((name) => !name.startsWith('test_')),
    [],
  )
})

test('Drizzle is loaded by one file for each engine, but for its types', () => {
  const loads = /^(import (?!type)|\} )[^\n]*from 'drizzle-orm|load\('drizzle-orm/m
  const users = sources.filter(
    ({ path, text }) => !/^(test|packages\/bench)\//.test(path) && loads.test(text),
  )
  assert.deepEqual(users.map(({ path }) => path).toSorted(), [
    'db/postgres/drizzle.ts',
    'db/sqlite/drizzle.ts',
  ])
})

test('nothing below http/ knows HTTP, but for the callers of banks and of webhooks', () => {
  const callers = [
    'domain/outgoing/',
    'domain/pix/',
    'domain/webhooks/',
    // It reads addresses, and opens no connection.
    'runtime/network.ts',
    'runtime/nodeHttp.ts',
  ]
  const layers = new Set([...reachedFrom(['handlers/index.ts'])].map(layerOf))
  const below = sources.filter(
    ({ path }) => layers.has(layerOf(path)) && !callers.some((folder) => path.startsWith(folder)),
  )
  const users = below.filter(({ text }) => /from 'node:(http|https|net)'/.test(text))
  assert.deepEqual(
    users.map(({ path }) => path),
    [],
  )
})

test('a handler names no service that it does not take', () => {
  const unused = sources
    .filter(({ path }) => /^handlers\/\w+\.ts$/.test(path))
    // A function that is given all services of the handler takes what its type says.
    .filter(({ text }) => !/\((\w+, )?(input\.)?service\b(?!\.)/.test(text))
    .flatMap(({ path, text }) => {
      const [declaration = '', list = ''] =
        /\b(?:reading|writing|writingEverywhere|Handler)<\s*(?:'\w+'|Id),([^>]*)>/.exec(text) ?? []
      const rest = text.replace(declaration, '').replaceAll(/'[^'\n]*'/g, '')
      return [...list.matchAll(/'(\w+)'/g)]
        .map(([, name = '']) => name)
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(rest))
        .map((name) => `${path}: ${name}`)
    })
  assert.deepEqual(unused, [])
})

test('no handler makes a generator function at each request', () => {
  const made = sources.filter(
    ({ path, text }) =>
      path.startsWith('handlers/') && /\.(read|run)(<[^(]*>)?\(function\*/.test(text),
  )
  assert.deepEqual(
    made.map(({ path }) => path),
    [],
  )
})

test('imports point down: among the folders of the service there is no circle', () => {
  const files = [...reachedFrom(['server.ts', 'cli/cli.ts'])]
  const between = files.flatMap((path) =>
    (arrows.get(path) ?? [])
      .filter((target) => layerOf(target) !== layerOf(path))
      .map((target) => ({ path, target })),
  )
  /** True when one folder's files import the other's, be it by way of further folders. */
  const leads = (from: string, to: string): boolean => {
    const layers = new Set([from])
    for (const layer of layers) {
      for (const { path, target } of between) {
        if (layerOf(path) === layer) layers.add(layerOf(target))
      }
    }
    return layers.has(to)
  }
  const circular = between.filter(({ path, target }) => leads(layerOf(target), layerOf(path)))
  assert.deepEqual(
    circular.map(({ path, target }) => `${path} → ${target}`),
    [],
  )
})

/** Groups of files that import one another, types included; Tarjan's algorithm. */
function circlesIn(folder: string): string[][] {
  const inFolder = (path: string) => path.startsWith(`${folder}/`)
  const [numbers, lowest] = [new Map<string, number>(), new Map<string, number>()]
  const [open, circles]: [string[], string[][]] = [[], []]
  const visit = (path: string): number => {
    const number = numbers.size
    numbers.set(path, number)
    lowest.set(path, number)
    open.push(path)
    for (const target of (arrows.get(path) ?? []).filter(inFolder)) {
      const reached = numbers.has(target) ? numbers.get(target) : visit(target)
      if (!open.includes(target)) continue
      lowest.set(path, Math.min(lowest.get(path) ?? 0, reached ?? 0, lowest.get(target) ?? 0))
    }
    if (lowest.get(path) === number) {
      const circle = open.splice(open.indexOf(path))
      if (circle.length > 1) circles.push(circle)
    }
    return number
  }
  for (const path of arrows.keys()) if (inFolder(path) && !numbers.has(path)) visit(path)
  return circles
}

test('no files of a layer import one another in a circle', () => {
  const layers = ['cli', 'contract', 'dashboard', 'db', 'domain', 'handlers']
  assert.deepEqual(layers.flatMap(circlesIn), [])
})

/** The folders of `domain/`, in the order of its README, which lists no circle. */
const domainFolders = [
  ...readFileSync(`${root}domain/README.md`, 'utf8').matchAll(/^\| `([\w/]+)\/` \|/gm),
].map(([, folder = '']) => `domain/${folder}`)

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The imports of `domain/` that point to a folder further down in its README. */
const climbing = (order: readonly string[]): string[] =>
  sources
    .filter(({ path }) => path.startsWith('domain/') && folderOf(path) !== 'domain')
    .flatMap(({ path }) => {
      const place = order.indexOf(folderOf(path))
      const above = (arrows.get(path) ?? []).filter(
        (target) => target.startsWith('domain/') && !(order.indexOf(folderOf(target)) <= place),
      )
      return above.map((target) => `${path} → ${target}`)
    })

test('each folder of domain/ imports only from those above it in its README', () => {
  const folders = new Set(
    sources.map(({ path }) => folderOf(path)).filter((one) => one.startsWith('domain/')),
  )
  assert.deepEqual(domainFolders.toSorted(), [...folders].toSorted())
  assert.deepEqual(climbing(domainFolders), [])
})

const MAX_DOMAIN_FILES = 18

test('a folder of domain/ has at most 18 files', () => {
  const entries = readdirSync(`${root}domain`, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const folders = Map.groupBy(files, ({ parentPath }) => parentPath.slice(root.length))
  const full = [...folders].filter(([, files]) => files.length > MAX_DOMAIN_FILES)
  assert.deepEqual(
    full.map(([folder, files]) => `${folder}: ${files.length}`),
    [],
  )
})

/** Folders at the root of a clone that git ignores: data, packages, what is built. */
const UNKEPT_FOLDERS = ['node_modules', 'data', 'site', 'coverage', 'dist', 'release']

const MAX_ROOT_FOLDERS = 14

test('the root has at most 14 folders, hidden ones aside', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => !UNKEPT_FOLDERS.includes(name))
  assert.ok(folders.length <= MAX_ROOT_FOLDERS, folders.join(', '))
})

test('an import of domain/ that climbs would be noticed', () => {
  const last = domainFolders.at(-1) ?? ''
  const first = climbing([last, ...domainFolders.slice(0, -1)])
  assert.ok(first.length > 0 && first.every((climb) => climb.startsWith(`${last}/`)))
})

test('a service is no client of its own API, but for the demo of the first start', () => {
  const callers = [...reachedFrom(['server.ts'])].filter(
    (path) =>
      layerOf(path) !== 'packages/client' &&
      (arrows.get(path) ?? []).some((target) => layerOf(target) === 'packages/client'),
  )
  assert.deepEqual(callers, ['welcome.ts'])
})

test('a service loads no file that only develops, tests or operates it', () => {
  const reached = new Set([...reachedFrom(['server.ts'])].map(layerOf))
  const apart = [...reached].filter((layer) => /^(cli|scripts|test|packages\/.+)$/.test(layer))
  assert.deepEqual(apart, ['packages/client'])
})

test('no file says any, skips a test or silences the compiler', () => {
  const forbidden =
    /: any\b|\bas any\b|<any>|@ts-(ignore|expect-error|nocheck)|\.(skip|skipIf|runIf|only|todo)\(/
  const offenders = sources.filter(
    ({ path, text }) =>
      path !== 'db/sqlite/dialect.ts' &&
      path !== 'test/codebase/rules.test.ts' &&
      forbidden.test(text),
  )
  assert.deepEqual(
    offenders.map(({ path }) => path),
    [],
  )
})

test('lines have at most 100 columns', () => {
  const long = sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, i) => ([...line].length > 100 ? [`${path}:${i + 1}`] : [])),
  )
  assert.deepEqual(long, [])
})

/** Participles as names of types: each would say what was done to the thing, and not the thing. */
const PARTICIPLES = [
  ...['Answered', 'Asked', 'Begun', 'Ended', 'Found', 'Given', 'Heard', 'Held', 'Kept', 'Known'],
  ...['Left', 'Listed', 'Made', 'Outcome', 'Own', 'Read', 'Received', 'Refused', 'Said', 'Seen'],
  ...['Sent', 'Shown', 'Stored', 'Taken', 'Told', 'Waiting', 'Wanted', 'Written'],
]

const declaration = '(?:^|\\n) *(?:export )?(?:type|interface|(?:abstract )?class)'

const participleType = new RegExp(`${declaration} (?:${PARTICIPLES.join('|')})\\b`)

test('a type is named after the thing that it holds, not by a participle', () => {
  const offenders = sources.filter(({ text }) => participleType.test(text))
  assert.deepEqual(
    offenders.map(({ path }) => path),
    [],
    'name the thing: ClientChangeResult, MailJob, SearchHit',
  )
})

test('a type that is named by a participle would be noticed', () => {
  const named = ['type Found = { id: string }', 'export interface Told {', 'export class Asked {']
  for (const text of named) assert.match(`import 'x'\n${text}`, participleType)
  for (const text of ['type FoundRow = Row', 'type SearchHit = Row', 'return Found']) {
    assert.doesNotMatch(text, participleType)
  }
})

/** The first words of comments that hold the noun back; those of a line above go on a sentence. */
const pronounFirst =
  /(?:\/\*\*?\s*(?:\n *\* )?|(?<!\/\/[^\n]*)\n *\/\/ )(?:What|Whether|Those|Who|One that)\b/g

test('comments begin with the thing or the verb', () => {
  const riddles = sources.flatMap(({ path, text }) =>
    [...text.matchAll(pronounFirst)].map(({ index, 0: start }) => {
      const line = text.slice(0, index + start.length).split('\n').length
      return `${path}:${line}`
    }),
  )
  assert.deepEqual(riddles, [])
})

const functionStart =
  /^( *)(?:export )?(?:async )?(?:function|const \w+ = .*=> \{$|(?:override )?#?\w+\(.*\{$)/gm

test('functions have at most 70 lines', () => {
  const long = sources.flatMap(({ path, text }) => {
    return [...text.matchAll(functionStart)].flatMap((start) => {
      const end = text.indexOf(`\n${start[1]}}`, start.index)
      const lines = text.slice(start.index, end).split('\n').length
      return end > 0 && lines > 70 ? [`${path}: ${start[0].trim()}`] : []
    })
  })
  assert.deepEqual(long, [])
})

test('each guarantee has a test and a control, and docs/guarantees.md its findings', () => {
  const properties = sources.filter(({ path }) => /^test\/(slow\/)?guarantees\//.test(path))
  for (const id of guaranteeIds) {
    const texts = properties
      .filter(({ path }) => path.includes(`/${id}_`))
      .map(({ text }) => text)
      .join('\n')
    for (const declared of ['property', 'control']) {
      assert.match(texts, new RegExp(`^ *${declared}\\(\\s*'${id}',`, 'm'), `${declared} of ${id}`)
    }
  }
  const findings = JSON.parse(readFileSync(`${root}test/guarantees/findings.json`, 'utf8'))
  const page = readFileSync(`${root}docs/guarantees.md`, 'utf8')
  assert.ok(page.includes(guaranteeTables(findings as Finding[])), 'npm run test:long writes it')
})

test('each library that a running service loads has its reason', () => {
  const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    dependencies: Record<string, string>
  }
  const [, table = ''] = readFileSync(`${root}CONTRIBUTING.md`, 'utf8').split('## What it is made')
  const named = (table.split('\n## ')[0] ?? '').matchAll(/^\| (`.+?) \|/gm)
  const all = [...named].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
  assert.deepEqual(all.toSorted(), Object.keys(manifest.dependencies).toSorted())
})

test('the project names no path of a machine and no registry', () => {
  const lock = readFileSync(`${root}package-lock.json`, 'utf8')
  assert.doesNotMatch(lock, /"resolved"/)
  const offenders = sources.filter(({ text }) => /["'`(]\/(home|root|work)\//.test(text))
  assert.deepEqual(
    offenders.map(({ path }) => path),
    [],
  )
})
