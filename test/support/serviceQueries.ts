/** The queries of the service and of the command line, which their modules declare when loaded. */
import { everyQueryDefinition } from '../../db/query.ts'
import type { QueryDefinition } from '../../db/query.ts'
import '../../domain/mail/message.ts'
import '../../server.ts'
import { loadHandlers } from '../../handlers/index.ts'
import { createProgram } from '../../cli/commands/program.ts'

await createProgram()
await loadHandlers()

/**
 * The queries of the service. Those that test files of the same process declare are named `test_…`.
 */
export const serviceQueries = (): readonly QueryDefinition[] =>
  everyQueryDefinition().filter(({ name }) => !name.startsWith('test_'))
