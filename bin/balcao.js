#!/usr/bin/env node
/** The command line. A package has it compiled; in a checkout, Node runs the sources as they are. */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

enableCompileCache()

const compiled = new URL('../dist/scripts/cli.js', import.meta.url)
const cli = existsSync(compiled) ? compiled : new URL('../scripts/cli.ts', import.meta.url)
const { runCommand } = await import(cli.href)
process.exitCode = await runCommand(process.argv.slice(2))
