/** What OPERATIONS.md tells an operator to write, and the files beside it that run the service. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const guide = readFileSync(`${root}OPERATIONS.md`, 'utf8')

/** The block of the guide that begins with this comment. */
function block(language: string, comment: string): string {
  const start = guide.indexOf(`\`\`\`${language}\n# ${comment}`)
  assert.notEqual(start, -1, `no ${language} block about ${comment}`)
  return guide.slice(guide.indexOf('\n', start), guide.indexOf('\n```\n', start))
}

/** Patroni's dynamic configuration: what may stand in its store, and so under bootstrap: dcs. */
const dynamic = new Set([
  'loop_wait', 'ttl', 'retry_timeout', 'maximum_lag_on_failover', 'maximum_lag_on_syncnode',
  'max_timelines_history', 'primary_start_timeout', 'primary_stop_timeout', 'synchronous_mode',
  'synchronous_mode_strict', 'synchronous_node_count', 'failsafe_mode', 'postgresql',
  'standby_cluster', 'slots', 'ignore_slots', 'check_timeline',
])

type Dynamic = Record<string, unknown> & { ttl: number; loop_wait: number; retry_timeout: number }
type Patroni = { bootstrap: { dcs: Dynamic }; watchdog: object }

test('Patroni takes the whole of its dynamic configuration', () => {
  const { bootstrap: { dcs }, ...node } = parse(block('yaml', 'patroni.yml')) as Patroni
  // One key that it does not expect there has Patroni drop all of them.
  assert.deepEqual(Object.keys(dcs).filter((name) => !dynamic.has(name)), [])
  assert.deepEqual(node, { watchdog: { mode: 'required' } })
  const { ttl, loop_wait, retry_timeout, synchronous_mode, synchronous_mode_strict } = dcs
  assert.ok(loop_wait + 2 * retry_timeout <= ttl)
  assert.deepEqual([synchronous_mode, synchronous_mode_strict], [true, true])
})
