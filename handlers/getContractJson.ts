import { withAddress } from '../contract/address.ts'
import { readContract } from '../contract/document.ts'
import { createContractFile } from './support/contractFile.ts'
import type { Handler } from './support/handler.ts'

const contractFor = createContractFile((baseUrl) => {
  const text = withAddress(JSON.stringify(readContract()), baseUrl)
  return { text, body: JSON.parse(text) as Record<string, unknown> }
})

export const getContractJson: Handler<'getContractJson', 'baseUrl'> = ({ service, headers }) =>
  contractFor(service, headers)
