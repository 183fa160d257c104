/** Lives in which the simulation once found something in the product, and what that was. */
import type { Life } from '../../simulation/worlds.ts'

export const keptLives: (Life & { found: string })[] = []
