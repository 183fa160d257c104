/** Links, names and samples of the documents exist. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'vitest'
import { createProgram } from '../../cli/commands/program.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const folders = '{docs,bench,contract,db,packages/**}'
const exclude = (path: string) => path.endsWith('node_modules')
const documents = globSync(`{*.md,${folders}/*.md}`, { cwd: root, exclude })
  .toSorted()
  .map((path) => ({ path, text: read(path) }))

/** The text without its blocks of code. */
const prose = (text: string) => text.replaceAll(/```.*?```/gs, '')

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = prose(text).matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('the documents ask for the Node.js that package.json asks for', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const least = engines.node.replace('>=', '')
  for (const path of ['README.md', 'CONTRIBUTING.md']) {
    const [, named] = /Node\.js ([\d.]+) or later/.exec(read(path)) ?? []
    assert.equal(named, least, path)
  }
  assert.ok(read('docs/decisions.md').includes(`from Node ${least} on`))
})

test('the README has at most 150 lines', () => {
  assert.ok(read('README.md').split('\n').length <= 151)
})

/** The parts of a document that no translation changes. */
function untranslated(text: string) {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, part]) => part)
  return {
    blocks: found(/(```.*?```)/gs),
    spans: found(/(?<!`)(`[^`\n]+`)(?!`)/g).toSorted(),
    links: found(/\]\(([^)]+)\)/g)
      .filter((to) => !to?.startsWith('README'))
      .toSorted(),
    addresses: found(/<(http[^>]+)>/g),
    headings: found(/^(#+) /gm),
    rows: found(/^\|( )/gm),
  }
}

test('the README in Portuguese has the commands, links and map of the English', () => {
  const [english, portuguese] = ['README.md', 'README.pt-BR.md'].map((path) => read(path))
  const parts = untranslated(english ?? '')
  assert.deepEqual(untranslated(portuguese ?? ''), parts)
  for (const [name, part] of Object.entries(parts)) assert.ok(part.length > 0, name)
  assert.ok(english?.includes('](README.pt-BR.md)') && portuguese?.includes('](README.md)'))
})

test('AGENTS.md has at most 60 lines, and names every layer and what generation writes', () => {
  const text = read('AGENTS.md')
  assert.ok(text.split('\n').length <= 61)
  const folders = ['contract', 'dashboard', 'db', 'domain', 'generated', 'handlers', 'http']
  for (const folder of [...folders, 'runtime', 'scripts', 'test', 'packages/client/generated']) {
    assert.ok(text.includes(`\`${folder}/\``), folder)
    assert.ok(existsSync(join(root, folder)), folder)
  }
})

test('each link leads to a file, and to a heading of it', () => {
  const broken = documents.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(
      ([, to = '', anchor]) => {
        const target = to === '' ? path : join(dirname(path), to)
        const found =
          existsSync(join(root, target)) && (!anchor || anchorsOf(read(target)).includes(anchor))
        return found ? [] : [`${path}: ${to}${anchor ? `#${anchor}` : ''}`]
      },
    ),
  )
  assert.deepEqual(broken, [])
})

test('each file of the project that a document names exists', () => {
  const ofProject = documents.filter(({ path }) => !path.startsWith('packages/examples/'))
  const named = ofProject.flatMap(({ path, text }) =>
    [...prose(text).matchAll(/`([\w-]+\/[\w/.*-]+\.(?:ts|sql|ya?ml|json))`/g)]
      .map(([, file = '']) => ({ path, file }))
      .filter(({ file }) => existsSync(join(root, file.split('/')[0] ?? ''))),
  )
  assert.ok(named.length > 20)
  const missing = named.filter(({ file }) => globSync(file, { cwd: root }).length === 0)
  assert.deepEqual(missing, [])
})

// Without quotes, what stands before it runs in the background, and sets no variable here.
test('an address with & that is to be typed into a shell stands in quotes', () => {
  const bare = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/```sh\n(.*?)```/gs)]
      .flatMap(([, code = '']) => code.replaceAll(/'[^']*'|"[^"]*"/g, '').split('\n'))
      .filter((line) => /[^&\s]&[^&\s]/.test(line))
      .map((line) => `${path}: ${line}`),
  )
  assert.deepEqual(bare, [])
})

test('each npm script that a document or a workflow names is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const workflows = globSync('.github/**/*.{yml,md}', { cwd: root })
  const texts = [...documents, ...workflows.map((path) => ({ path, text: read(path) }))]
  const named = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, name = '']) => ({ path, name })),
  )
  assert.ok(named.length > 20)
  const unknown = named.filter(({ name }) => !Object.hasOwn(scripts, name))
  assert.deepEqual(unknown, [])
})

// "release/balcao.tgz" is the repository "balcao.tgz" of the user "release" to npm.
test('workflows publish to npm by a path, and by no name of a repository', () => {
  const paths = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/for package in (\S+);/g)].map(([, glob = '']) => glob),
  )
  assert.deepEqual(paths, ['./release/*.tgz'])
})

test('each handler that a document shows is the text of a real one', () => {
  const handlers = globSync('handlers/*.ts', { cwd: root }).map(read)
  const shown = documents.flatMap(({ text }) =>
    [
      ...text.matchAll(/```ts\n(export const \w+(?:: Handler<| = (?:reading|writing)<).*?)```/gs),
    ].map(([, code = '']) => code),
  )
  assert.ok(shown.length > 0)
  const invented = shown.filter((code) => !handlers.some((handler) => handler.includes(code)))
  assert.deepEqual(invented, [])
})

test('docs/operations.md lists every command', async () => {
  const [, chapter = ''] = read('docs/operations.md').split('\n## Commands\n')
  const rows = [...(chapter.split('\n## ')[0] ?? '').matchAll(/^\| .* \|$/gm)].map(([row]) => row)
  for (const command of (await createProgram()).commands) {
    const row = rows.filter((text) => text.includes(`\`${command.name()}`)).join('\n')
    for (const { name } of command.commands.map((one) => ({ name: one.name() }))) {
      assert.match(
        row,
        new RegExp(`\`(${command.name()} )?${name}[ \`]`),
        `${command.name()} ${name}`,
      )
    }
    assert.notEqual(row, '', command.name())
  }
})
