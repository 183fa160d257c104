/** How commands reach a service by its API alone. */
import { requireGenerated } from '../../contract/generatedFiles.ts'
import type { Balcao } from '../../packages/client/index.ts'
import { readEnvironment } from '../../runtime/environment.ts'
import { CommandError } from './command.ts'

/** The client would repeat its first request for longer than a person waits at a prompt. */
const REACH_LIMIT_MS = 5_000

/** Said in the help of each command that needs them. */
export const ACCESS_HELP = '\nReads BASE_URL, CLIENT_ID and CLIENT_SECRET.'

/** @throws CommandError when a variable is missing, EnvironmentError when one makes no sense */
function accessOf({ BASE_URL, CLIENT_ID, CLIENT_SECRET }: NodeJS.ProcessEnv) {
  if (!CLIENT_ID || !CLIENT_SECRET)
    throw new CommandError('CLIENT_ID and CLIENT_SECRET must be set.')
  const { baseUrl } = readEnvironment({ BASE_URL })
  return { baseUrl, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
}

async function requireService(baseUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(REACH_LIMIT_MS)
  await fetch(`${baseUrl}/health`, { signal }).catch((cause: unknown) => {
    throw new CommandError(`No service answers at ${baseUrl}.`, { cause })
  })
}

/**
 * Works on an account by its API, as the client that the environment names.
 *
 * @throws CommandError when the service does not answer, or refuses
 */
export async function withBalcao<Result>(work: (balcao: Balcao) => Promise<Result>) {
  const access = accessOf(process.env)
  await requireService(access.baseUrl)
  requireGenerated()
  // Loaded here, since it would slow every other command down.
  const { BalcaoError, createBalcao } = await import('../../packages/client/index.ts')
  const balcao = createBalcao(access)
  try {
    await balcao.getAccount()
    return await work(balcao)
  } catch (error) {
    throw error instanceof BalcaoError ? new CommandError(error.message, { cause: error }) : error
  }
}
