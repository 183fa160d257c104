/** Ids in paths and cursors of lists, by the contract: malformed, unknown, of ended objects. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Schema } from '../../contract/document.ts'
import { addressOf, bodyFor, OneOfEach, prefixes, schemaOf, shapes } from '../support/oneOfEach.ts'
import type { Shape } from '../support/oneOfEach.ts'
import { assertRefused } from '../support/refused.ts'
import type { RefusalCode } from '../support/refused.ts'
import { malformedIds, unknownId } from '../support/samples.ts'
import { startService } from '../support/service.ts'
import type { Answer } from '../support/service.ts'

const service = await startService()
const each = await OneOfEach.on(service)
const { owner } = each
const ids = await each.ids()

const inApi = [...shapes.values()].filter(({ path }) => /^\/(v1|sandbox)\//.test(path))

/** Sends a good request whose path has another id in one place. */
function withId(shape: Shape, name: string, id: string): Promise<Answer<unknown>> {
  const { method } = shape
  const path = addressOf(shape, { ...ids, [name]: id })
  const json = bodyFor(shape.id, ids)
  return each.send({ method, path, ...(json && { json }) })
}

const codeOf = (schema: Schema) =>
  (schemaOf(schema) as { 'x-error-code'?: RefusalCode })['x-error-code'] ?? 'invalid_request'

const notFound = (invalid: RefusalCode) =>
  invalid.replace(/^invalid_(\w+)_id$/, '$1_not_found') as RefusalCode

const places = inApi.flatMap((shape) =>
  shape.parameters
    .filter((one) => one.in === 'path')
    .map(({ name, schema }) => ({ shape, name, code: codeOf(schema) })),
)

for (const { shape, name, code } of places) {
  test(`${shape.id} refuses a malformed ${name}, and knows none that does not exist`, async () => {
    const prefix = prefixes[name] ?? ''
    for (const id of malformedIds(prefix)) {
      assertRefused(await withId(shape, name, id), code, name)
    }
    assertRefused(await withId(shape, name, unknownId(prefix)), notFound(code))
  })
}

/** Objects of which nothing is left to read. */
const gone: Record<string, string> = {
  userId: (await owner.user()).id,
  webhookEndpointId: (await owner.webhookEndpoint()).id,
}
await owner.delete(`/v1/users/${gone['userId']}`)
await owner.delete(`/v1/webhook_endpoints/${gone['webhookEndpointId']}`)

test.each(places.filter(({ name }) => gone[name] !== undefined))(
  '$shape.id knows no $name that was removed',
  async ({ shape, name, code }) => {
    assertRefused(await withId(shape, name, gone[name] ?? ''), notFound(code))
  },
)

const lists = inApi.filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'starting_after'),
)

test.each(lists)('$id refuses a malformed and an unknown cursor', async (shape) => {
  const address = addressOf(shape, ids)
  const { schema } = shape.parameters.find(({ name }) => name === 'starting_after') ?? assert.fail()
  const { pattern = '' } = schemaOf(schema) as { pattern?: string }
  const [, kind] = /^\^\(?(\w+?)[_|]/.exec(pattern) ?? assert.fail(pattern)
  const prefix = `${kind}_`
  // Half of an escape is refused before any parameter is read.
  const malformed = malformedIds(prefix).filter((id) => !/%(?![0-9A-F]{2})/.test(id))
  for (const cursor of ['', ...malformed, unknownId(prefix)]) {
    const answer = await each.send({ method: 'GET', path: `${address}?starting_after=${cursor}` })
    assertRefused(answer, 'invalid_cursor', 'starting_after')
  }
})
