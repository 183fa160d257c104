/**
 * A process that runs commands of the command line one after another, each with an environment, a
 * folder and an output of its own, and answers each message with how the command ended. To load the
 * program takes most of the time of a command; here it is loaded once.
 */
import { runCommand } from '../../cli/cli.ts'

/** A command to run, and its place. */
export type Command = { words: string[]; environment: Record<string, string>; folder: string }

/** The exit code and the output of a command. */
export type CommandResult = { code: number; out: string; err: string }

/** Keeps the output of a stream, until it is put back. */
function capture(stream: NodeJS.WriteStream): { text: () => string; putBack: () => void } {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += String(chunk)
    const written = rest.at(-1)
    if (typeof written === 'function') setImmediate(() => written())
    return true
  }
  return {
    text: () => text,
    putBack: () => {
      stream.write = write
      // Each `print` leaves one, which is of no use when the process goes on.
      stream.removeAllListeners('error')
    },
  }
}

async function run({ words, environment, folder }: Command): Promise<CommandResult> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, environment)
  process.chdir(folder)
  const streams = [capture(process.stdout), capture(process.stderr)] as const
  try {
    const code = await runCommand(words)
    const [out, err] = streams.map(({ text }) => text())
    return { code, out: out ?? '', err: err ?? '' }
  } finally {
    for (const { putBack } of streams) putBack()
  }
}

let last: Promise<unknown> = Promise.resolve()

process.on('message', ({ id, command }: { id: number; command: Command }) => {
  last = last.then(async () => process.send?.({ id, ended: await run(command) }))
})
process.on('disconnect', () => process.exit())
