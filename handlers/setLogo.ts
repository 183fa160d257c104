import { ApiError } from '../contract/apiError.ts'
import type { Transaction } from '../db/query.ts'
import { readLogo } from '../domain/settings/logo.ts'
import type { LogoFile } from '../domain/settings/logo.ts'
import { changeLogo } from '../domain/settings/settings.ts'
import { ParsingEnded, ParsingRefused } from '../runtime/parserPool.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import type { Handler, Input, Response } from './support/handler.ts'
import * as present from './support/present.ts'

type Id = 'setLogo'

/** The seller has used up the processor time that its files may take. */
const tooMany = new ApiError('too_many_requests', { headers: { 'Retry-After': '10' } })

/** The caller chooses how much it costs to unpack a PNG, so a thread does it. */
async function isWhole({ content_type, bytes }: LogoFile, input: Input<Id, 'parsers'>) {
  const { seller, service } = input
  if (content_type !== 'image/png') return true
  try {
    return await service.parsers.run(seller.id, 'hasAllRows', bytes)
  } catch (error) {
    if (error instanceof ParsingEnded) return false
    if (error instanceof ParsingRefused) throw tooMany
    throw error
  }
}

function* change(file: LogoFile, input: Input<Id, 'baseUrl'>): Transaction<Response<Id>> {
  const { settings, fault } = yield* changeLogo(file, accountChange(input))
  if (fault) throw changeError(fault)
  return { status: 200, body: present.settings(settings, input.service.baseUrl) }
}

/** No `writing`: the file is read before the transaction begins. */
export const setLogo: Handler<Id, 'baseUrl' | 'parsers'> = async (input) => {
  const { body, db, fail } = input
  const file = readLogo(body.content_type, body.data)
  if (!file || !(await isWhole(file, input))) throw fail('invalid_logo', 'data')
  return db.run(() => change(file, input))
}
