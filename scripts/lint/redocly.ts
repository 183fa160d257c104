/** The contract's own rules as a plugin of the linter; redocly.yaml switches them on. */
import {
  catalogue,
  deprecations,
  documentedFields,
  operationExamples,
  refusalCodes,
} from './rules.ts'
import type { Problem } from './rules.ts'

type Location = { child(path: Problem['path']): Location }
type Context = {
  location: Location
  report(problem: { message: string; location: Location }): void
}

const rule = (check: (document: Record<string, unknown>) => Iterable<Problem>) => () => ({
  Root(document: Record<string, unknown>, { location, report }: Context) {
    for (const { message, path } of check(document)) {
      report({ message, location: location.child(path) })
    }
  },
})

export default () => ({
  id: 'balcao',
  rules: {
    oas3: {
      'operation-examples': rule(operationExamples),
      'refusal-codes': rule(refusalCodes),
      catalogue: rule(catalogue),
      deprecations: rule(deprecations),
      'documented-fields': rule(documentedFields),
    },
  },
})
