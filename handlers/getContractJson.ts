import { readContract } from '../contract/document.ts'
import type { Handler } from './support/handler.ts'

const contract = readContract()

export const getContractJson: Handler<'getContractJson'> = () => ({
  status: 200,
  headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
  body: { ...contract },
})
