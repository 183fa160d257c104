import { extname } from 'node:path'

/** The file of a module: sources are run in a checkout, and compiled ones in a package. */
export const moduleFile = (path: string): string => `${path}${extname(import.meta.url)}`
