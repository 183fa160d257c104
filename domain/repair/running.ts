/** Repairs that a running service makes beside processes of an older version, and after them. */
import type { Sweep } from '../../db/sweep.ts'
import { returnsToRecord } from './amounts.ts'
import { outcomesToFill } from './outcomes.ts'
import { termsToFill } from '../search/fill.ts'
import { settlementsToName } from './settlements.ts'

/**
 * How often such rows are looked for: each look is a step along an index that is empty as a rule.
 */
export const REPAIR_INTERVAL_MS = 4_000

export const repairSweeps: readonly Sweep[] = [
  termsToFill,
  settlementsToName({ type: 'system' }),
  returnsToRecord({ type: 'system' }),
  outcomesToFill,
]
