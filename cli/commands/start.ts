import type { Command } from 'commander'

export function addStart(program: Command): void {
  program
    .command('start')
    .description('Run the service, configured by its environment, as npm start does in a clone.')
    .action(async () => {
      // Loaded here, since it would double the start of every other command.
      const { start } = await import('../../server.ts')
      start()
    })
}
