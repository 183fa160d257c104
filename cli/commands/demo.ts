import type { Command } from 'commander'
import { NoService, UnexpectedAnswer } from '../api.ts'
import type { Step } from '../api.ts'
import { runDemo } from '../demo.ts'
import { cannotPrint, print, CommandError, wantsJson, withStore } from './command.ts'
import type { Store } from './command.ts'
import { harmless } from '../../runtime/harmless.ts'
import { localized } from '../texts/translate.ts'
import { appendToCommandLog } from './commandLog.ts'

const indented = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
    .split('\n')
    .map((line) => `   ${harmless(line)}`)
    .join('\n')

function stepAsText({ title, request, status, body }: Step, number: number): string {
  return [
    `${number}. ${localized(title)}`,
    '',
    indented(`${request.method} ${request.path}`),
    ...(request.body === undefined ? [] : [indented(request.body)]),
    '',
    indented(String(status)),
    indented(body),
    '',
  ].join('\n')
}

/** The error that ended the demo, with what to do about it. */
function explained(error: unknown): unknown {
  if (error instanceof NoService) {
    return new CommandError(`${error.message} Start it with npm start, or set BASE_URL or PORT.`)
  }
  if (error instanceof UnexpectedAnswer) {
    return new CommandError(
      `${error.message}: does the service run in sandbox mode, on the same DATABASE_URL?`,
    )
  }
  return error
}

async function run({ environment, db, now }: Store, json: boolean): Promise<void> {
  if (environment.mode === 'live') {
    throw new CommandError('MODE: the demo pays its own checkout, and so needs the sandbox.')
  }
  // The reader may close the pipe before the end, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    console.error(localized(cannotPrint(error).message))
    process.exit(1)
  })
  const steps: Step[] = []
  const onStep = (step: Step) => {
    steps.push(step)
    if (!json) console.log(stepAsText(step, steps.length))
  }
  const { baseUrl } = environment
  appendToCommandLog(environment, 'demo', {})
  const { status } = await runDemo({ db, base_url: baseUrl, now, onStep }).catch(
    (error: unknown) => {
      throw explained(error)
    },
  )
  if (status !== 'completed') throw new CommandError(`The checkout ended as ${status}.`)
  if (json) await print(JSON.stringify(steps, null, 2))
}

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('Run the main job against the running service, and print each step.')
    .action((_: object, command: Command) => withStore((store) => run(store, wantsJson(command))))
}
