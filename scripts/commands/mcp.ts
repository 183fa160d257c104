import type { Command } from 'commander'
import { ACCESS_HELP, withBalcao } from './access.ts'

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
    const server = createMcpServer(balcao, toolsOf(readContract(), allowWrites))
    const closed = new Promise<void>((resolve) => {
      server.onclose = resolve
      process.stdin.once('end', () => void server.close())
    })
    await server.connect(new StdioServerTransport())
    await closed
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
