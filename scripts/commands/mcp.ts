import type { Command } from 'commander'
import { Refused } from './command.ts'

const DEFAULT_BASE_URL = 'http://localhost:3000'

/** @throws Refused when a variable is missing, or makes no sense */
function accessOf({ BASE_URL, CLIENT_ID, CLIENT_SECRET }: NodeJS.ProcessEnv) {
  if (!CLIENT_ID || !CLIENT_SECRET) throw new Refused('CLIENT_ID and CLIENT_SECRET must be set.')
  const baseUrl = BASE_URL || DEFAULT_BASE_URL
  if (!URL.canParse(baseUrl)) throw new Refused('BASE_URL: it is not an address.')
  return { baseUrl, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
}

async function run({ allowWrites = false }: { allowWrites?: boolean }): Promise<void> {
  const access = accessOf(process.env)
  // Loaded here, since they would slow every other command down.
  const [
    { StdioServerTransport },
    { BalcaoError, createBalcao },
    { readContract },
    { createMcpServer },
    { toolsOf },
  ] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('../../client/index.ts'),
    import('../../contract/document.ts'),
    import('../mcp/server.ts'),
    import('../mcp/tools.ts'),
  ])
  const balcao = createBalcao(access)
  await balcao.getAccount().catch((error: unknown) => {
    throw error instanceof BalcaoError ? new Refused(error.message, { cause: error }) : error
  })
  const server = createMcpServer(balcao, toolsOf(readContract(), allowWrites))
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
    process.stdin.once('end', () => void server.close())
  })
  await server.connect(new StdioServerTransport())
  await closed
}

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve an account to an agent, by the Model Context Protocol on standard input.')
    .option('--allow-writes', 'also offer the operations that change something')
    .addHelpText(
      'after',
      '\nReads BASE_URL, CLIENT_ID and CLIENT_SECRET. What an agent may do is what the client ' +
        'may:\ngive it one of its own, with the scopes that it needs.',
    )
    .action(run)
}
