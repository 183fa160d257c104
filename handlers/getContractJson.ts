import { readContract } from '../contract/document.ts'
import type { Handler } from './support/handler.ts'

const contract = { ...readContract() }

/** Serialised once, at the first request. */
let json: string | undefined

export const getContractJson: Handler<'getContractJson'> = () => {
  json ??= JSON.stringify(contract)
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
    body: contract,
    json,
  }
}
