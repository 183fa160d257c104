/** Errors logged by the services of a test: the cause of a 500, which its answer does not tell. */

/** Enough for a test; one in a loop would print pages. */
const MAX_PRINTED = 3

type Logged = { level: string; operation?: string; err?: { stack?: string }; msg?: string }

let errors: Logged[] = []

/** Keeps a line of a service's log when it is an error. */
export function noteLine(line: string): void {
  if (!line.includes('"err"')) return
  const logged = JSON.parse(line) as Logged
  if (logged.level === 'error') errors.push(logged)
}

/** Takes the errors kept since the last call, as a failed test prints them. */
export function takeServiceErrors(): string[] {
  const texts = errors.slice(0, MAX_PRINTED).map(({ operation = '', msg = '', err }) => {
    return `The service logged: ${msg} ${operation}\n${err?.stack ?? ''}`
  })
  errors = []
  return texts
}
