/**
 * The tests that are near a change, by its folder: the cheapest ones that can fail. The first row
 * whose folder a path begins with counts; `$1` is the file's name without its ending.
 */
export const nearMap: [path: RegExp, tests: string[]][] = [
  [/^(test|packages\/\w+\/test)\/.+\.test\.ts$/, ['$&']],
  [/^test\/guarantees\//, ['test/codebase/rules.test.ts']],
  [/^test\//, ['test/operations/getCustomer.test.ts', 'test/codebase/rules.test.ts']],
  [/^handlers\/export(Products|Refunds)\.ts$/, ['test/operations/exportCustomers.test.ts']],
  [/^handlers\/\w+(Subscription|Invoice)s?\.ts$/, ['test/operations/createSubscription.test.ts']],
  [/^handlers\/support\/loading\.ts$/, ['test/units/handlerLoading.test.ts']],
  [/^handlers\/(\w+)\.ts$/, ['test/operations/$1.test.ts']],
  [/^handlers\//, ['test/operations/listProducts.test.ts']],
  [/^openapi\.yaml$/, ['test/units/contractDialect.test.ts', 'test/http/sqlite/limits.test.ts']],
  [/^openapi\.pt-BR/, ['test/slow/codebase/translation.test.ts']],
  [/^contract\//, ['test/units/contractDialect.test.ts', 'test/units/json.test.ts']],
  [/^db\/migrations\//, ['test/engines/migrations.test.ts']],
  [/^db\//, ['test/engines/queryDialect.test.ts', 'test/engines/sqlite/sqlite.test.ts']],
  [/^domain\/auth\//, ['test/domain/signingKeys.test.ts', 'test/operations/issueToken.test.ts']],
  [/^domain\/(access|people|audit)\//, ['test/domain/endMade.test.ts']],
  [/^domain\/catalog\//, ['test/domain/offerDefaults.test.ts', 'test/engines/filters.test.ts']],
  [
    /^domain\/checkouts\//,
    ['test/domain/expiry.test.ts', 'test/operations/createCheckout.test.ts'],
  ],
  [/^domain\/payments\//, ['test/operations/listPayments.test.ts']],
  [
    /^domain\/pix\/recurring\//,
    ['test/units/recurringOpening.test.ts', 'test/units/recurringOrders.test.ts'],
  ],
  [/^domain\/pix\//, ['test/domain/railRows.test.ts', 'test/rail/railCodes.test.ts']],
  [/^domain\/subscriptions\/calendar/, ['test/slow/guarantees/M13_calendar.test.ts']],
  [/^domain\/(pix\/)?subscriptions\//, ['test/rail/subscriptionSale.test.ts']],
  [/^domain\/subscriptions\//, ['test/units/subscriptionStates.test.ts']],
  [/^domain\/webhooks\//, ['test/domain/webhooks.test.ts']],
  [/^domain\/erasure\//, ['test/domain/anyEngine/erasure.test.ts']],
  [/^domain\//, ['test/operations/createCheckout.test.ts']],
  [/^dashboard\//, ['test/dashboard/files.test.ts', 'test/units/dashboardForms.test.ts']],
  [/^http\//, ['test/http/lifecycle.test.ts', 'test/http/wire.test.ts']],
  [/^runtime\//, ['test/units/clock.test.ts', 'test/units/environment.test.ts']],
  [/^(server|app|welcome|banner)\.ts$/, ['test/http/start.test.ts']],
  [
    /^packages\/docs\/pages\//,
    ['packages/docs/test/docsSearch.test.ts', 'packages/docs/test/browserSite.test.ts'],
  ],
  [
    /^packages\/docs\//,
    ['packages/docs/test/collections.test.ts', 'test/slow/codebase/translation.test.ts'],
  ],
  [/^docs\/guides\//, ['packages/docs/test/docsGuides.test.ts']],
  [/^packages\/bank\//, ['test/units/bankPages.test.ts', 'packages/bank/test/bankQuirks.test.ts']],
  [/^packages\/simulation\//, ['packages/simulation/test/simulation.test.ts']],
  [/^deploy\//, ['test/codebase/operations.test.ts', 'test/http/monitoring.test.ts']],
  [/^packages\/clients\//, ['packages/clients/test/clientsPackages.test.ts']],
  [/^cli\/mcp\//, ['test/slow/clients/mcp.test.ts']],
  [/^cli\//, ['test/commandLine/anyEngine/cli.test.ts']],
  [/^scripts\/lint\//, ['test/codebase/contractLint.test.ts']],
  [/^scripts\//, ['test/codebase/rules.test.ts']],
  [
    /^packages\/client\//,
    ['packages/client/test/client.test.ts', 'packages/client/test/clientRetries.test.ts'],
  ],
  [/^packages\/examples\//, ['packages/client/test/clientPackage.test.ts']],
  [/^packages\/bench\/budget/, ['packages/bench/test/budget.test.ts']],
  [/^packages\/bench\//, ['packages/bench/test/bench.test.ts']],
  [/\.md$/, ['test/codebase/documents.test.ts']],
]

/** The rules over all files, which nearly every change can break. */
const always = ['test/codebase/rules.test.ts', 'test/codebase/documents.test.ts']

/** The test files near some changed paths, without those that are not there. */
export function nearTests(changed: string[], exists: (path: string) => boolean): string[] {
  const near = changed.flatMap((path) => {
    const [row, tests = []] = nearMap.find(([pattern]) => pattern.test(path)) ?? []
    const [, name = ''] = row?.exec(path) ?? []
    return tests.map((one) => one.replace('$&', path).replace('$1', name))
  })
  return [...new Set([...always, ...near])].filter(exists)
}
