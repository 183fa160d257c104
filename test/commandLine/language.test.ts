/** The command line in Portuguese: every sentence for people, and the same options. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { test } from 'vitest'
import { createProgram } from '../../cli/commands/program.ts'
import { inPortuguese, portuguese } from '../../cli/texts/translate.ts'
import { CommandLine } from '../support/commandLine.ts'
import { sentencesIn } from '../support/sentences.ts'

const inLanguage = async <Result>(language: string, work: () => Promise<Result>) => {
  const before = process.env['LC_ALL']
  process.env['LC_ALL'] = language
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['LC_ALL']
    else process.env['LC_ALL'] = before
  }
}

/** Every command with the help that it prints. */
async function helps(language: string): Promise<Map<string, string>> {
  return inLanguage(language, async () => {
    const found = new Map<string, string>()
    let printed = ''
    const walk = (command: Command, path: string) => {
      printed = ''
      command.outputHelp()
      found.set(path, printed)
      for (const inner of command.commands) walk(inner, `${path} ${inner.name()}`)
    }
    walk(await createProgram([], (text) => void (printed += text)), 'balcao')
    return found
  })
}

/** The lines of a help joined, so that a sentence that was wrapped is found. */
const unwrapped = (text: string) => text.replace(/\s+/g, ' ')

const optionsIn = (text: string) =>
  [...text.matchAll(/^ {2}(-\S.*?)(?: {2}|$)/gm)].map(([, flags]) => flags)

test('help has no English sentence left, and the same options in both languages', async () => {
  const english = await helps('C')
  const translated = await helps('pt_BR.UTF-8')
  assert.deepEqual([...translated.keys()], [...english.keys()])
  assert.ok(english.size > 50, `${english.size} commands`)
  const left: string[] = []
  for (const [path, text] of translated) {
    assert.deepEqual(optionsIn(text), optionsIn(english.get(path) ?? ''), path)
    for (const [sentence, row] of Object.entries(portuguese)) {
      const isThere = sentence.length > 12 && !sentence.includes('{}') && row !== sentence
      if (isThere && unwrapped(text).includes(unwrapped(sentence)))
        left.push(`${path}: ${sentence}`)
    }
  }
  assert.deepEqual(left, [])
})

test('every description has its row', async () => {
  const missing = new Set<string>()
  const look = (text: string) => {
    if (text !== '' && inPortuguese(text) === text) missing.add(text)
  }
  const walk = (command: Command) => {
    look(command.description())
    for (const { description } of command.options) look(description)
    for (const { description } of command.registeredArguments) look(description)
    command.commands.forEach(walk)
  }
  walk(await createProgram())
  assert.deepEqual([...missing], [])
})

/** Sentences that no person reads at a terminal in Portuguese, by file. */
const others: Record<string, readonly RegExp[]> = {
  // An agent reads these, and the demo sells those.
  'cli/mcp/server.ts': [/./],
  'cli/mcp/tools.ts': [/./],
  'cli/demo.ts': [/^(Padaria|Caneca|Uma caneca)/, /^The demo seller was not there/],
  'cli/api.ts': [/^(Basic|Bearer) \{\}$/],
  // A mail that is in two languages, and a name of a seller.
  'cli/commands/emails.ts': [/^This service, \{\}, can send mail\.$/, /e-mail de teste/],
  'cli/commands/sandbox.ts': [/^Loja de Teste$/],
  // A part of commander's message, which is looked up when it is whole.
  'cli/cli.ts': [/^\$1 is invalid\.$/],
  // It has its own two tables.
  'cli/commands/status.ts': [/^(?!Say what needs)/],
  // Names of commands in their log, and values of a column or of a result.
  'cli/commands/db.ts': [/^db (copy|distribute)$/, /^\{\} to \{\}$/],
  'cli/commands/users.ts': [/^users erase$/, /^not removed$/],
  'cli/commands/webhooks.ts': [/^webhooks listen$/, /^outcome unknown$/],
}

/** Joined sentences are looked up one by one, as they are when they are printed. */
const isTranslated = (text: string): boolean =>
  inPortuguese(text.replace(/^error: |^\n/, '')) !== text.replace(/^error: |^\n/, '')

test('every sentence in the commands has its row', () => {
  const missing: string[] = []
  const isSentence = (text: string) =>
    /[A-Za-z]{2,} [A-Za-z{]|[a-z]\.$/.test(text) && !/^[ ;,(]/.test(text)
  for (const path of globSync('cli/**/*.ts')) {
    const file = path.replaceAll('\\', '/')
    if (file.startsWith('cli/texts/')) continue
    for (const text of sentencesIn(readFileSync(path, 'utf8'), isSentence)) {
      const isOther = others[file]?.some((pattern) => pattern.test(text)) === true
      const isWhole = isTranslated(text) || isTranslated(`${text}.`)
      if (!isOther && !isWhole) missing.push(`${file}: ${text}`)
    }
  }
  assert.deepEqual(missing, [])
})

test('every fault of a variable has its row', () => {
  const files = ['runtime/environment.ts', 'runtime/installation.ts']
  const isFault = (text: string) =>
    /^(must be|not set|required|more than|a % in|[A-Z_]+: [a-z])/.test(text)
  const faults = files.flatMap((file) => sentencesIn(readFileSync(file, 'utf8'), isFault))
  assert.ok(faults.length > 15)
  assert.deepEqual(
    faults.filter(
      (text) => inPortuguese(text) === text && inPortuguese(`MODE: ${text}`) === `MODE: ${text}`,
    ),
    [],
  )
})

test('values stand in a translation where they stand in its English', () => {
  for (const [english, translated] of Object.entries(portuguese)) {
    const count = (text: string) => text.split('{}').length
    assert.equal(count(translated), count(english), english)
  }
})

const cases = [
  [
    ['sellers', 'creat'],
    2,
    "comando desconhecido 'creat' (seria create?). Veja balcao sellers --help.",
  ],
  [['sellers', 'create'], 2, "falta a opção '--name <name>'. Veja balcao sellers create --help."],
  [
    ['audit', 'list', '--limit', '0'],
    2,
    "o valor da opção '--limit <n>' não serve. É um número inteiro de 1 a 10000. " +
      'Veja balcao audit list --help.',
  ],
  [['customers', 'activate', 'cus_1'], 1, 'Não há banco de dados em '],
] as const

for (const [words, code, said] of cases) {
  test(`${words.join(' ')} fails in Portuguese, with the exit code that it has`, async () => {
    const environment = { LANG: 'pt_BR.UTF-8', DATABASE_URL: 'sqlite:/nowhere/there.db' }
    const failed = await new CommandLine(environment).run(...words)
    assert.equal(failed.code, code)
    assert.ok(failed.err.startsWith(said), failed.err)
    assert.equal(failed.out, '')
  })
}
