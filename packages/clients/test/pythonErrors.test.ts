/** Errors of the Python client pass from one process to another, as in pools and task queues. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { environmentOf, missing, packageFolder } from './clientPackages.ts'

const run = promisify(execFile)

const program = `
import copy, pickle
from balcao import ApiError, BalcaoError, NoResponse, UnverifiedWebhook

whole = ("createCustomer", 409, "customer_email_already_exists", "conflict_error", "text")
errors = [
    ApiError(*whole, "email", "cus_1", "req_1"),
    ApiError(*whole),
    NoResponse("late"),
    UnverifiedWebhook("old"),
    BalcaoError("other"),
]
for error in errors:
    protocols = range(pickle.HIGHEST_PROTOCOL + 1)
    for again in [copy.copy(error), *(pickle.loads(pickle.dumps(error, p)) for p in protocols)]:
        assert type(again) is type(error), again
        assert vars(again) == vars(error), again
        assert (str(again), again.args) == (str(error), error.args), again
print("same")
`

test('errors of the Python client are the same once they were pickled', async (t) => {
  const reason = missing('python')
  if (reason) return void t.annotate(reason)
  const cwd = packageFolder('python')
  const { stdout } = await run('python3', ['-c', program], { cwd, env: environmentOf(cwd) })
  assert.equal(stdout, 'same\n')
})
