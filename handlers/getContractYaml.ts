import { readFileSync } from 'node:fs'
import { withAddress } from '../contract/address.ts'
import { contractFile } from '../contract/document.ts'
import { createContractFile } from './support/contractFile.ts'
import type { Handler } from './support/handler.ts'

const contractFor = createContractFile((baseUrl) => {
  const text = withAddress(readFileSync(contractFile, 'utf8'), baseUrl)
  // The text is sent, and the document that it stands for is not made.
  return { text, body: {} }
})

export const getContractYaml: Handler<'getContractYaml', 'baseUrl'> = ({ service, headers }) =>
  contractFor(service, headers)
