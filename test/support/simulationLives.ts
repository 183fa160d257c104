/** Lives in which the simulation once found something in the product, and what that was. */
import { kinds } from '../../simulation/misfortune.ts'
import type { Life } from '../../simulation/worlds.ts'

export const keptLives: (Life & { found: string })[] = [
  {
    found: 'a refund that the bank takes up again was announced as failed twice',
    seed: 996_317_808,
    checkouts: 522,
    only: [517, 518, 519],
    without: ['receiver', 'absence', 'deaths', 'pauses', 'clock', 'disk'],
  },
  {
    found: 'a charge that the bank made two minutes after it was asked could still be paid',
    seed: 1_506_122_091,
    checkouts: 512,
    only: [424],
    without: kinds.filter((kind) => kind !== 'line'),
  },
]
