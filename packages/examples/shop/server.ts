import { setTimeout as wait } from 'node:timers/promises'
import { createBalcao } from '@balcao/client'
import { Orders } from './orders.ts'
import { createShop } from './shop.ts'

const CATCH_UP_MS = 60_000

function required(name: string): string {
  const value = process.env[name]
  if (value) return value
  console.error(`${name} is missing; README.md says where it comes from.`)
  process.exit(1)
}

const port = Number(process.env['PORT'] ?? 4000)
const url = `http://localhost:${port}`
const balcao = createBalcao({
  baseUrl: process.env['BALCAO_URL'] ?? 'http://localhost:3000',
  clientId: required('BALCAO_CLIENT_ID'),
  clientSecret: required('BALCAO_CLIENT_SECRET'),
})
const orders = new Orders(balcao, { url, file: 'data/shop.json' })
const shop = createShop({ balcao, orders, webhookSecret: required('BALCAO_WEBHOOK_SECRET') })

shop.listen(port, '127.0.0.1', (error) => {
  if (error) throw error
  console.log(`The shop is at ${url}`)
})

for (;;) {
  await orders.catchUp().catch((error: unknown) => console.error(error))
  await wait(CATCH_UP_MS)
}
