/** People's words: lists and headings name what has a name. */
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { ApiError } from '../../contract/apiError.ts'
import { readEach } from '../../dashboard/names.ts'
import { signIn } from '../support/dashboard.ts'
import { filledPages } from '../support/dashboardPages.ts'
import { startService } from '../support/service.ts'

const service = await startService()
const seller = await service.account()
const owner = await signIn(seller)
const pages = await filledPages(seller)

/** An id of the API, whole or cut. */
const bareId = /\b[a-z]+_[0-9a-f]{8}(-[0-9a-f]{4}){1,4}/

/** Texts of the cells of each table, and of the headings, as their reader sees them. */
function wordsIn(html: string): string[] {
  const cells = [...html.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)]
  const headings = [...html.matchAll(/<h[12][^>]*>([\s\S]*?)<\/h[12]>/g)]
  return [...cells, ...headings].map(([, inner = '']) => inner.replaceAll(/<[^>]*>/g, ''))
}

test('no cell of any list, and no heading of any page, is a bare id', async () => {
  const found: string[] = []
  let cells = 0
  for (const [name, path] of Object.entries(pages)) {
    const { html } = await owner.get(path)
    const words = wordsIn(html)
    cells += words.length
    found.push(...words.filter((one) => bareId.test(one)).map((one) => `${name}: ${one}`))
  }
  assert.ok(cells > 100, `${cells}`)
  assert.deepEqual(found, [])
})

test('a name that the rate limit refuses, or that is gone, is left out', async () => {
  const names = await readEach(['a', 'b', 'c', 'a'], async (id) => {
    if (id === 'b') throw new ApiError('too_many_requests')
    if (id === 'c') throw new ApiError('customer_not_found')
    return id.toUpperCase()
  })
  assert.deepEqual([...names], [['a', 'A']])
  const broken = readEach(['a'], () => Promise.reject(new ApiError('service_unavailable')))
  await assert.rejects(broken, /service_unavailable/)
})
