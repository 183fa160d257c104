import { isKnown, PackedText } from './packedText.ts'
import type { Service } from '../../domain/service.ts'

/** Request headers that choose the form of a file. */
type Wishes = Record<string, string | undefined>

type FileAnswer<Body> =
  | { status: 200; headers: Record<string, string>; body: Body; bytes: Buffer }
  | { status: 304; headers: Record<string, string> }

/**
 * Makes the function that sends the contract in one of its formats. It is read at the first
 * request, once for the service's address.
 *
 * @param make gives the text and the body that it stands for
 */
export function createContractFile<Body>(
  make: (baseUrl: string) => { text: string; body: Body },
): (service: Pick<Service, 'baseUrl'>, wishes: Wishes) => Promise<FileAnswer<Body>> {
  let served: { baseUrl: string; text: PackedText; body: Body } | undefined
  return async ({ baseUrl }, wishes) => {
    if (served?.baseUrl !== baseUrl) {
      const { text, body } = make(baseUrl)
      served = { baseUrl, text: new PackedText(text), body }
    }
    const { body, text } = served
    const { headers: packing, bytes } = await text.for(wishes)
    const { 'Content-Encoding': coding, ...tagged } = packing
    const shared = { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*', ...tagged }
    if (isKnown(wishes['if-none-match'], tagged['ETag'] ?? '')) {
      return { status: 304, headers: shared }
    }
    const headers = { ...shared, ...(coding !== undefined && { 'Content-Encoding': coding }) }
    return { status: 200, headers, body, bytes }
  }
}
