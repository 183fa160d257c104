/** The docs' samples that verify webhooks without a secret, each on a real delivery. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { readContract } from '../../../contract/document.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { startReceiver } from '../../../test/support/receiver.ts'
import { GOCACHE, javaOptions } from '../../../test/support/sampleLanguages.ts'
import { startService } from '../../../test/support/service.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

const { tags } = readContract() as unknown as { tags: { name: string; description: string }[] }
const chapter = tags.find(({ name }) => name === 'Events')?.description ?? ''
const [, section = ''] = /^## Verify without a secret\n(.*?)^## /ms.exec(chapter) ?? []

type Language = {
  /** A command that succeeds where the language and its library are installed. */
  needs: string[]
  file: string
  /** Code behind the sample that prints, for each folder given, whether its request is genuine. */
  main: string
  compile?: string[]
  run: string[]
}

const javaMain = `
class Main {
    public static void main(String[] args) throws Exception {
        var keys = Webhooks.readKeys(System.getenv("WEBHOOK_KEYS"));
        for (var folder : args) {
            var lines = java.nio.file.Path.of(folder, "headers.txt");
            var headers = new java.util.HashMap<String, String>();
            for (var line : java.nio.file.Files.readAllLines(lines)) {
                headers.put(line.split(": ", 2)[0], line.split(": ", 2)[1]);
            }
            var body = java.nio.file.Files.readAllBytes(java.nio.file.Path.of(folder, "body"));
            System.out.println(Webhooks.isGenuine(keys, headers, body));
        }
    }
}
`
const goMain = `
func main() {
	keys, err := readKeys(os.Getenv("WEBHOOK_KEYS"))
	if err != nil {
		panic(err)
	}
	for _, folder := range os.Args[1:] {
		text, _ := os.ReadFile(folder + "/headers.txt")
		body, _ := os.ReadFile(folder + "/body")
		headers := http.Header{}
		for _, line := range strings.Split(string(text), "\\n") {
			name, value, _ := strings.Cut(line, ": ")
			headers.Set(name, value)
		}
		fmt.Println(isGenuine(keys, headers, body))
	}
}
`

const languages: Record<string, Language> = {
  typescript: {
    needs: [process.execPath, '--version'],
    file: 'sample.ts',
    main: `
import { readFileSync } from 'node:fs'
const { log } = console
console.log = () => undefined
for (const folder of process.argv.slice(2)) {
  const lines = readFileSync(folder + '/headers.txt', 'utf8').split('\\n')
  const headers = lines.map((line) => line.split(': ')) as [string, string][]
  const body = readFileSync(folder + '/body')
  const request = new Request('http://a.example', { method: 'POST', headers, body })
  log((await receive(request)).status === 204)
}
`,
    run: [process.execPath, 'sample.ts'],
  },
  python: {
    needs: ['python3', '-c', 'import cryptography'],
    file: 'sample.py',
    main: `
import sys
for folder in sys.argv[1:]:
    lines = open(f"{folder}/headers.txt").read().split("\\n")
    headers = dict(line.split(": ", 1) for line in lines)
    print(str(is_genuine(headers, open(f"{folder}/body", "rb").read())).lower())
`,
    run: ['python3', 'sample.py'],
  },
  php: {
    needs: ['php', '-r', 'exit(extension_loaded("sodium") ? 0 : 1);'],
    file: 'sample.php',
    // As frameworks have it: a warning is an exception.
    main: `
set_error_handler(fn ($level, $text) => throw new ErrorException($text));
foreach (array_slice($argv, 1) as $folder) {
    $headers = [];
    foreach (explode("\\n", file_get_contents("$folder/headers.txt")) as $line) {
        [$name, $value] = explode(': ', $line, 2);
        $headers[$name] = $value;
    }
    echo json_encode(is_genuine($keys, $headers, file_get_contents("$folder/body"))), "\\n";
}
`,
    run: ['php', 'sample.php'],
  },
  java: {
    needs: ['sh', '-c', 'command -v javac'],
    file: 'Webhooks.java',
    main: javaMain,
    compile: [
      'javac',
      ...javaOptions.map((one) => `-J${one}`),
      '-encoding',
      'UTF-8',
      'Webhooks.java',
    ],
    run: ['java', ...javaOptions, 'Main'],
  },
  go: {
    needs: ['go', 'version'],
    file: 'sample.go',
    main: goMain,
    compile: ['go', 'build', '-o', 'sample', '.'],
    run: ['./sample'],
  },
}

const service = await startService()
const receiver = await startReceiver()
const account = await service.account()
await account.webhookEndpoint({ url: receiver.url })
const { id } = await account.checkout()
await account.post(`/sandbox/checkouts/${id}/pay`)
const [sent = assert.fail()] = await receiver.arrived(1)
const WEBHOOK_KEYS = `${service.url}/webhooks/${account.seller_id}/jwks.json`

/** Replacements for parts of the delivery, and the verdict that the sample must reach. */
const cases: {
  headers?: Record<string, string | undefined>
  body?: string
  /** Names written as some servers pass them on (`Webhook-Id`). */
  isCapitalised?: boolean
  genuine: boolean
}[] = [
  { genuine: true },
  { isCapitalised: true, genuine: true },
  { body: `${sent.body} `, genuine: false },
  { headers: { 'webhook-id': 'evt_other' }, genuine: false },
  { headers: { 'webhook-timestamp': '1772457159' }, genuine: false },
  { headers: { 'webhook-timestamp': 'now' }, genuine: false },
  { headers: { 'webhook-timestamp': '9'.repeat(5000) }, genuine: false },
  { headers: { 'webhook-signature': `v1a,${'A'.repeat(86)}==` }, genuine: false },
  { headers: { 'webhook-signature': 'v1a,!! v1a v1,AAAA ' }, genuine: false },
  // Anyone can post without these headers: that is a forgery, and no fault of the receiver.
  { headers: { 'webhook-id': undefined }, genuine: false },
  { headers: { 'webhook-timestamp': undefined }, genuine: false },
  { headers: { 'webhook-signature': undefined }, genuine: false },
]

/** The sample as a file, with the imports of what is behind it. */
function source(language: string, { main }: Language): string {
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? []
  assert.ok(code, `no sample in ${language}`)
  const imported =
    language === 'go'
      ? code.replace('\t"net/http"\n', '\t"fmt"\n\t"net/http"\n\t"os"\n')
      : code.replace("'@balcao/client'", `'${root}packages/client/index.ts'`)
  return imported + main
}

/** Writes the sample, and each case in a folder that is named by its number. */
function writeFiles(language: string, one: Language): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, one.file), source(language, one))
  writeFileSync(join(folder, 'go.mod'), 'module sample\n\ngo 1.19\n')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const [i, { headers = {}, body = sent.body, isCapitalised }] of cases.entries()) {
    const own = join(folder, String(i))
    mkdirSync(own)
    const all = Object.entries({ ...sent.headers, ...headers })
    const lines = all.filter(([name, value]) => name.startsWith('webhook-') && value !== undefined)
    const written = (name: string) =>
      isCapitalised ? name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()) : name
    const text = lines.map(([name, value]) => `${written(name)}: ${value}`).join('\n')
    writeFileSync(join(own, 'headers.txt'), text)
    writeFileSync(join(own, 'body'), body)
  }
  return folder
}

test.for(Object.entries(languages))(
  'the sample in %s believes what was sent, and nothing else',
  { timeout: 120_000 },
  async ([language, one], t) => {
    const [program = '', ...args] = one.needs
    if (spawnSync(program, args).status !== 0) {
      const text = `the sample in ${language} was not run: \`${one.needs.join(' ')}\` fails here`
      assert.notEqual(process.env['SAMPLES'], 'all', text)
      return void t.annotate(text)
    }
    const cwd = writeFiles(language, one)
    const { PATH = '', HOME = cwd } = process.env
    const env = { PATH, HOME, GOCACHE, CGO_ENABLED: '0', WEBHOOK_KEYS }
    const call = ([file = '', ...words]: string[]) => run(file, words, { cwd, env })
    if (one.compile) await call(one.compile)
    const { stdout } = await call([...one.run, ...cases.map((_, i) => String(i))])
    const found = stdout.trim().split('\n')
    assert.deepEqual(
      cases.map((sample, i) => ({ ...sample, genuine: found[i] })),
      cases.map((sample) => ({ ...sample, genuine: String(sample.genuine) })),
    )
  },
)
