import { readFileSync } from 'node:fs'
import { contractFile } from '../contract/document.ts'
import type { Handler } from './support/handler.ts'

const contract = readFileSync(contractFile, 'utf8')

export const getContractYaml: Handler<'getContractYaml'> = () => ({
  status: 200,
  headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
  body: contract,
})
