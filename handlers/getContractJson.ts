import { withAddress } from '../contract/address.ts'
import { readContract } from '../contract/document.ts'
import type { Handler } from './support/handler.ts'

/** Read and serialised once for the service's address, at the first request. */
let served: { baseUrl: string; json: string; body: Record<string, unknown> } | undefined

export const getContractJson: Handler<'getContractJson'> = ({ service: { baseUrl } }) => {
  if (served?.baseUrl !== baseUrl) {
    const json = withAddress(JSON.stringify(readContract()), baseUrl)
    served = { baseUrl, json, body: JSON.parse(json) }
  }
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
    body: served.body,
    json: served.json,
  }
}
