/** Lives in which the simulation once found something in the product, and what that was. */
import type { Life } from '../../simulation/worlds.ts'

const found = 'a refund that the bank takes up again was announced as failed twice'

export const keptLives: (Life & { found: string })[] = [
  {
    found,
    seed: 996_317_808,
    checkouts: 522,
    only: [517, 518, 519],
    without: ['receiver', 'absence', 'deaths', 'pauses', 'clock', 'disk'],
  },
]
