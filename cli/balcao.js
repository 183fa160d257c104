#!/usr/bin/env node
/** The command line. A package has it compiled; in a checkout, Node runs the sources as they are. */
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const needed = engines.node.replace('>=', '')
const { node } = process.versions
const isOlder = node.localeCompare(needed, 'en', { numeric: true }) < 0

/** Nothing newer is imported before the version is known: it would end in a stack trace. */
async function run() {
  module.enableCompileCache()
  const compiled = new URL('../dist/cli/cli.js', import.meta.url)
  const cli = existsSync(compiled) ? compiled : new URL('./cli.ts', import.meta.url)
  const { runCommand } = await import(cli.href)
  return runCommand(process.argv.slice(2))
}

if (isOlder) console.error(`balcao needs Node.js ${needed} or later; this is ${node}.`)
process.exitCode = isOlder ? 1 : await run()
