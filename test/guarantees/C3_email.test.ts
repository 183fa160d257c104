/** C3: many customers at once with one e-mail in many spellings, of several processes. */
import { control, property } from '../support/property.ts'
import { startService } from '../support/service.ts'
import { breakQueries } from './support/breakage.ts'
import { startContenders } from './support/contenders.ts'
import type { Contenders } from './support/contenders.ts'
import { holdContests } from './support/oneOfMany.ts'

/** The same address in other capitals at each turn. */
const spelled = (address: string, turn: number): string =>
  [...address].map((letter, i) => ((turn >> (i % 8)) & 1 ? letter.toUpperCase() : letter)).join('')

const registersOnce = ({ post, sql }: Pick<Contenders, 'post' | 'sql'>): Promise<string> =>
  holdContests((round) => {
    const email = `ana${round}@example.com`
    const statement = 'select id from customers where lower(email) = ?'
    return {
      ask: (turn) => post('/v1/customers', { name: 'Ana', email: spelled(email, turn) }),
      refusal: 'customer_email_already_exists',
      stored: async () => (await sql<{ id: string }>(statement, email)).map(({ id }) => id),
    }
  })

property('C3', async () => registersOnce(await startContenders()))

control('C3', 'e-mails are compared as they were sent', async () => {
  const service = await startService({ logLevel: 'silent' })
  const seller = await service.account()
  let turn = 0
  breakQueries(service.db, {
    add_customer(step) {
      const email = spelled(String(step.args['email']), turn++)
      return { step: { ...step, args: { ...step.args, email } } }
    },
  })
  await registersOnce({ post: (path, json) => seller.post(path, json) as never, sql: service.sql })
})
