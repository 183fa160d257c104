/** The guide that makes a payment in five languages: each program does it, as it stands. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { guidesIn } from '../guides.ts'
import { temporaryFolder } from '../../../test/support/commandLine.ts'
import { GOCACHE, javaOptions } from '../../../test/support/sampleLanguages.ts'
import { startService } from '../../../test/support/service.ts'

const run = promisify(execFile)
const service = await startService()
const seller = await service.account()
const isGuide = ({ name }: { name: string }) => name === 'first-payment-in-your-language'
const guide = guidesIn('en').find(isGuide) ?? assert.fail()

type Language = { needs: string[]; file: string; compile?: string[]; run: string[] }

const languages: Record<string, Language> = {
  typescript: {
    needs: [process.execPath, '--version'],
    file: 'first.mts',
    run: [process.execPath, 'first.mts'],
  },
  python: { needs: ['python3', '--version'], file: 'first.py', run: ['python3', 'first.py'] },
  php: {
    needs: ['php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    file: 'first.php',
    run: ['php', 'first.php'],
  },
  java: {
    needs: ['sh', '-c', 'command -v javac'],
    file: 'FirstPayment.java',
    compile: ['javac', ...javaOptions.map((one) => `-J${one}`), 'FirstPayment.java'],
    run: ['java', ...javaOptions, 'FirstPayment'],
  },
  go: {
    needs: ['go', 'version'],
    file: 'first.go',
    compile: ['go', 'build', '-o', 'first', 'first.go'],
    run: ['./first'],
  },
}

const sampleIn = (language: string) =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(guide.text)?.[1] ?? assert.fail(language)

test('the guide has a program in each of five languages', () => {
  const fences = [...guide.text.matchAll(/^```(\w+)$/gm)].map(([, language]) => language)
  assert.deepEqual(fences, Object.keys(languages))
})

test.for(Object.entries(languages))(
  'the program in %s opens a checkout and sees it paid',
  { timeout: 120_000 },
  async ([language, one], t) => {
    const [program = '', ...args] = one.needs
    if (spawnSync(program, args).status !== 0) {
      const text = `the program in ${language} was not run: \`${one.needs.join(' ')}\` fails here`
      assert.notEqual(process.env['SAMPLES'], 'all', text)
      return void t.annotate(text)
    }
    const cwd = temporaryFolder()
    const source = sampleIn(language).replaceAll('http://localhost:3000', service.url)
    writeFileSync(join(cwd, one.file), source)
    const { PATH = '' } = process.env
    const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = seller
    const ofGo = { GOCACHE, GO111MODULE: 'off', CGO_ENABLED: '0' }
    const env = { PATH, HOME: cwd, ...ofGo, CLIENT_ID, CLIENT_SECRET }
    const call = ([file = '', ...words]: string[]) => run(file, words, { cwd, env })
    if (language === 'go') assert.equal((await call(['gofmt', '-l', one.file])).stdout, '')
    if (one.compile) await call(one.compile)
    const { stdout } = await call(one.run)
    const [url = '', status] = stdout.trim().split('\n')
    assert.ok(url.startsWith(`${service.url}/pay/`), stdout)
    assert.equal(status, 'completed')
  },
)
