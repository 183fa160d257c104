import { readFileSync } from 'node:fs'
import { withAddress } from '../contract/address.ts'
import { contractFile } from '../contract/document.ts'
import type { Handler } from './support/handler.ts'

/** Read once for the service's address, at the first request. */
let served: { baseUrl: string; yaml: string } | undefined

export const getContractYaml: Handler<'getContractYaml'> = ({ service: { baseUrl } }) => {
  if (served?.baseUrl !== baseUrl) {
    served = { baseUrl, yaml: withAddress(readFileSync(contractFile, 'utf8'), baseUrl) }
  }
  return {
    status: 200,
    headers: { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' },
    body: served.yaml,
  }
}
