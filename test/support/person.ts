/** A person whose data stands everywhere that it can stand, and the search for it. */
import { existsSync, readFileSync } from 'node:fs'
import { databaseFile } from '../../db/databaseUrl.ts'
import { layouts } from '../../db/maintenance/layout.ts'
import type { Sql } from './engine.ts'

/** The person's data: as sent, in capitals, without accents, escaped, in digits only. */
export const person = {
  name: 'José Antônio da Conceição',
  formerName: 'Zezé Conceição',
  email: 'Jose.Conceicao+nf@Exemplo.com.br',
  formerEmail: 'zeze.conceicao@exemplo.com.br',
  phone: '+55 (11) 98765-4321',
  tax_id: '529.982.247-25',
}

/** Free JSON with the person in keys and values, longer than a page of the database. */
export const personalMetadata = {
  nome: person.name.toUpperCase(),
  'contato de José Conceição': { cpf: '52998224725', fone: '5511987654321' },
  decomposto: person.name.normalize('NFD'),
  endereco: ['Rua das Flores, 12', person.email],
  longo: `${person.name} `.repeat(400),
}

/** An address of the seller's own that says who comes. */
export const personalUrl = (path: string) =>
  `https://loja.example/${path}?cliente=${encodeURIComponent(person.name)}&cpf=529.982.247-25`

const unescaped = (text: string) =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    )

const words = ['conceicao', 'jose antonio', 'zeze']
const numbers = ['52998224725', '11987654321']

/**
 * The person's data found in a text: whatever the case, the accents, the escapes and the
 * punctuation of numbers.
 */
export function foundIn(where: string, text: string): string[] {
  const plain = unescaped(text).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const digits = plain.replace(/[\s().+\-/]/g, '')
  return [
    ...words.filter((word) => plain.includes(word)),
    ...numbers.filter((number) => digits.includes(number)),
  ].map((what) => `${what} in ${where}`)
}

/** The same in every row of every table. */
export async function foundInTables(sql: Sql): Promise<string[]> {
  const found: string[] = []
  for (const { table } of layouts) {
    for (const row of await sql(`select * from ${table}`)) {
      found.push(...foundIn(table, JSON.stringify(row)))
      // JSON within JSON is escaped once more.
      for (const value of Object.values(row)) found.push(...foundIn(table, String(value)))
    }
  }
  return [...new Set(found)]
}

/** The same in the bytes of a database file, and of the files beside it. */
export function foundInFiles(path: string): string[] {
  return ['', '-wal', '-shm', '-journal']
    .map((end) => path + end)
    .filter((file) => existsSync(file))
    .flatMap((file) => foundIn(file, readFileSync(file, 'utf8')))
}

/** The same where the engine keeps its database; a server's files are its own. */
export const foundOnDisk = (databaseUrl: string): string[] =>
  foundInFiles(databaseFile(databaseUrl) ?? '/nowhere')
