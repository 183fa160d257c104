import { CommanderError } from 'commander'
import type { Command } from 'commander'
import type { AllowedWrites, OperationTool } from '../mcp/tools.ts'
import { localized } from '../texts/translate.ts'
import { ACCESS_HELP, withBalcao } from './access.ts'
import { cannotPrint } from './command.ts'

/** @throws CommanderError for a name that is no tool which changes something */
async function allowedTools(allowed: AllowedWrites): Promise<OperationTool[]> {
  // Loaded here, since it would slow every other command down.
  const { readContract } = await import('../../contract/document.ts')
  // Reads first, since it says what is missing where the client's own files were not made.
  const contract = readContract()
  const { toolsOf } = await import('../mcp/tools.ts')
  if (typeof allowed !== 'boolean') {
    const every = toolsOf(contract, true).filter((tool) => tool.annotations?.readOnlyHint === false)
    const unknown = allowed.find((name) => every.every((tool) => tool.name !== name))
    if (unknown !== undefined) {
      const message =
        `--allow-writes: ${unknown} is not an operation that changes something, ` +
        'or its response has a secret, which no tool reveals'
      throw new CommanderError(2, 'balcao.unknownOperation', message)
    }
  }
  return toolsOf(contract, allowed)
}

async function run({ allowWrites = false }: { allowWrites?: AllowedWrites }): Promise<void> {
  const tools = await allowedTools(allowWrites)
  await withBalcao(async (balcao) => {
    const [{ StdioServerTransport }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('../mcp/server.ts'),
    ])
    const { server, answered } = createMcpServer(balcao, tools)
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
}

const parseNames = (text: string): string[] => text.split(',').map((name) => name.trim())

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('Serve an account to an agent over the Model Context Protocol on standard input.')
    .option(
      '--allow-writes [names]',
      'also offer operations that change something: all, or these operationIds, comma-separated',
      parseNames,
    )
    .addHelpText(
      'after',
      localized(
        `${ACCESS_HELP} An agent can do what its client ` +
          'can:\ngive it a client of its own, with only the scopes it needs.',
      ),
    )
    .action(run)
}
