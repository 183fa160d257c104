/** Another process of the same service. */
import { Rail } from '../../domain/pix/rounds/rail.ts'
import { createLog } from '../../runtime/logger.ts'
import { INTERVAL_MS } from './rail.ts'
import type { RailTest } from './rail.ts'

/** A second process that looks after charges of the same database. */
export function secondProcess({ service, vault }: RailTest): Rail {
  const {
    db,
    clock,
    service: { metrics, events },
  } = service
  const log = createLog('silent')
  return new Rail({
    db,
    vault,
    clock,
    log,
    metrics,
    events,
    baseUrl: service.url,
    mode: 'sandbox',
    intervalMs: INTERVAL_MS,
  })
}
