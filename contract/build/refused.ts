/** An input that generation refuses; the message is all that a developer needs. */
export class GenerationError extends Error {}

/** Runs the work of a command, which ends by the sentence of what it refuses, without a stack. */
export async function untilRefused(work: () => Promise<void> | void): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GenerationError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
