/** For runtimes that answer requests: what the trial needs as a body, what it saw as the answer. */
import { trial } from './trial.js'

export default {
  fetch: async (request) => Response.json(await trial(await request.json())),
}
