import { setTimeout as pause } from 'node:timers/promises'

/** The service's only way to wait: a simulation has its own time. */
export type Timers = {
  /**
   * Runs some work after a time. Planned work does not keep the process running.
   *
   * @returns calls it off
   */
  after(ms: number, work: () => void): () => void
  /** Resolves after a time. @throws as soon as the signal is aborted */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** Timers of the event loop. */
export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
  async wait(ms, signal) {
    await pause(ms, undefined, { signal })
  },
}
