import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { bin: { balcao: string } }

/** The command line of a work tree, be it an earlier one: `package.json` says where it stands. */
export function commandFileIn(tree: string): string {
  const { bin } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as Manifest
  return join(tree, bin.balcao)
}
