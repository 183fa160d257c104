import type { Code } from '../../contract/apiError.ts'
import type { catalogue } from '../../generated/errors.ts'

type ErrorOf<C extends Code> = (typeof catalogue)[C]['body']['error']

/** The codes that operations answer with; those of the token endpoint have OAuth's own form. */
export type ProblemCode = { [C in Code]: ErrorOf<C> extends string ? never : C }[Code]

/** A text for every code: one that is new in the contract does not compile until it has one. */
export type Problems = Readonly<Record<ProblemCode, string>>
