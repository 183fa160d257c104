// The alert rules and the Grafana dashboard of the chart, against the metrics of a real service.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../../cli/ports.ts'
import { engine, newDatabase } from '../support/engine.ts'
import { startService } from '../support/service.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../deploy/charts/balcao/files/${name}`, import.meta.url), 'utf8')

type AlertFile = { groups: { rules: { alert: string; expr: string }[] }[] }
type Dashboard = { panels: { id: number; title: string; targets?: { expr: string }[] }[] }

const { groups } = parse(read('alerts.yaml')) as AlertFile
const { panels } = JSON.parse(read('dashboard.json')) as Dashboard
const expressions = [
  ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...panels.flatMap(({ title, targets = [] }) =>
    // Grafana puts a duration there.
    targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
  ),
]

/** A name with conditions on its labels; what an expression groups by has no name. */
type Selector = { name: string; matches: { label: string; operator: string; value: string }[] }
type ParsedExpression = { selectors: Selector[]; groupedBy: string[]; faults: string[] }

/** The series and labels of a PromQL expression; `faults` are the places that do not parse. */
function readExpression(text: string): ParsedExpression {
  const found: ParsedExpression = { selectors: [], groupedBy: [], faults: [] }
  parser.parse(text).iterate({
    enter({ type, name, from, to, node }) {
      const words = text.slice(from, to)
      if (type.isError) found.faults.push(text.slice(from))
      if (name === 'Identifier') found.selectors.push({ name: words, matches: [] })
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] =
          /^(\w+)\s*([=!~]+)\s*"(.*)"$/.exec(words) ?? []
        found.selectors.at(-1)?.matches.push({ label, operator, value })
      }
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') {
        found.groupedBy.push(words)
      }
    },
  })
  return found
}

type Series = { name: string; labels: Record<string, string> }

/** The lines of Prometheus's text format. */
function seriesOf(text: string): Series[] {
  return [...text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? /gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]),
    ),
  }))
}

/** A service that has answered well and badly. */
const service = await startService({
  metricsPort: await freePort(),
  databaseUrl: await newDatabase(),
})
await (await service.account()).get('/v1/me')
const { metrics } = service.service
metrics.observe('createCheckout', 503, 5)
const all = seriesOf(await metrics.text())

const compare: Record<string, (value: string, asked: string) => boolean> = {
  '=': (value, asked) => value === asked,
  '!=': (value, asked) => value !== asked,
  '=~': (value, asked) => new RegExp(`^(?:${asked})$`).test(value),
}

const fits = ({ matches }: Selector, { labels }: Series) =>
  matches.every(
    ({ label, operator, value }) =>
      label in labels && compare[operator]?.(labels[label] ?? '', value),
  )

/** Labels that Prometheus adds to each series. */
const ADDED = ['instance', 'job']

/** The faults of an expression: no PromQL, or series and labels that the service does not have. */
function faultsOf(expression: string): string[] {
  const { selectors, groupedBy, faults } = readExpression(expression)
  const read = selectors.map((selector) => {
    const named = all.filter(({ name }) => name === selector.name)
    if (named.length === 0) return `no metric ${selector.name}`
    return named.some((series) => fits(selector, series)) ? [] : `no series ${expression}`
  })
  const names = selectors.map(({ name }) => name)
  const known = all.filter(({ name }) => names.includes(name))
  const labels = new Set([...ADDED, ...known.flatMap(({ labels: own }) => Object.keys(own))])
  // Labels that `label_replace` makes are not in the series.
  const made = [...expression.matchAll(/label_replace\([^"]*"(\w+)"/g)].map(([, label]) => label)
  return [
    ...faults.map((place) => `no PromQL: ${place}`),
    ...read.flat(),
    ...groupedBy
      .filter((label) => !labels.has(label) && !made.includes(label))
      .map((label) => `no label ${label}`),
  ]
}

/** Metrics that only the other engine has. */
const OF_THE_OTHER_ENGINE = {
  sqlite: ['balcao_database_connections', 'balcao_database_connections_idle'],
  postgres: [
    'balcao_database_checkpoints_failed_total',
    'balcao_database_commit_seconds_total',
    'balcao_disk_free_bytes',
  ],
}

test('each alert and panel reads metrics, labels and values that a service gives', () => {
  assert.ok(expressions.length > 25)
  const faults = expressions.flatMap(([, expression]) => faultsOf(expression))
  assert.deepEqual(
    [...new Set(faults)].toSorted(),
    OF_THE_OTHER_ENGINE[engine].map((name) => `no metric ${name}`),
  )
})

test('no two panels have one number', () => {
  const ids = panels.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
})

test('an expression that reads what no service gives would be noticed', () => {
  for (const [expression, fault] of [
    ['sum by (state (balcao_checkouts_total)', /^no PromQL/],
    ['balcao_checkout_total > 0', /^no metric balcao_checkout_total$/],
    ['rate(balcao_checkouts_total{state="return_fail"}[5m])', /^no series/],
    ['sum by (operations) (balcao_checkouts_total)', /^no label operations$/],
  ] as const) {
    assert.ok(
      faultsOf(expression).some((found) => fault.test(found)),
      expression,
    )
  }
})

test('each alert says what happened and what to do', () => {
  for (const { rules } of groups as { rules: Record<string, unknown>[] }[]) {
    for (const { alert, annotations, labels } of rules) {
      const told = annotations as Record<string, string>
      assert.match(told['summary'] ?? '', /\w{3}/, String(alert))
      assert.match(told['description'] ?? '', /\w{3}.*\.$/s, String(alert))
      assert.match((labels as Record<string, string>)['severity'] ?? '', /^(critical|warning)$/)
    }
  }
})
