import type { Command } from 'commander'
import { ACCESS_HELP, withBalcao } from './access.ts'
import { cannotPrint } from './command.ts'

const run = ({ allowWrites = false }: { allowWrites?: boolean }) =>
  withBalcao(async (balcao) => {
    // Loaded here, since they would slow every other command down.
    const [{ StdioServerTransport }, { readContract }, { createMcpServer }, { toolsOf }] =
      await Promise.all([
        import('@modelcontextprotocol/sdk/server/stdio.js'),
        import('../../contract/document.ts'),
        import('../mcp/server.ts'),
        import('../mcp/tools.ts'),
      ])
    const { server, answered } = createMcpServer(balcao, toolsOf(readContract(), allowWrites))
    const ended = new Promise<void>((resolve, reject) => {
      server.onclose = resolve
      process.stdin.once('end', () => resolve(answered()))
      process.stdout.on('error', (error) => reject(cannotPrint(error)))
    })
    try {
      await server.connect(new StdioServerTransport())
      await ended
    } finally {
      await server.close()
    }
  })

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve an account to an agent, by the Model Context Protocol on standard input.')
    .option('--allow-writes', 'also offer the operations that change something')
    .addHelpText(
      'after',
      `${ACCESS_HELP} What an agent may do is what the client ` +
        'may:\ngive it one of its own, with the scopes that it needs.',
    )
    .action(run)
}
