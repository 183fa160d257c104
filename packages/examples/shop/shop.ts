/**
 * A small shop: a list of offers, a page with the Pix code, and orders that follow their payments.
 */
import { each, isApiError, UnverifiedWebhook, verifyWebhook } from '@balcao/client'
import type { Balcao } from '@balcao/client'
import express from 'express'
import type { Express } from 'express'
import type { Orders } from './orders.ts'
import { listPage, messagePage, orderPage } from './pages.ts'

export function createShop({
  balcao,
  orders,
  webhookSecret,
}: {
  balcao: Balcao
  orders: Orders
  webhookSecret: string
}): Express {
  const shop = express()

  shop.get('/', async (_, response) => {
    const products = []
    for await (const product of each(balcao.listProducts)) products.push(product)
    response.send(listPage(products))
  })

  shop.post('/buy', express.urlencoded({ extended: false }), async (request, response) => {
    try {
      const chosen = Object.entries(request.body as Record<string, string>)
        .map(([offer_id, quantity]) => ({ offer_id, quantity: Number(quantity) }))
        .filter(({ quantity }) => quantity > 0)
      if (chosen.length === 0) return response.redirect(303, '/')
      const { id } = await orders.buy(chosen)
      response.redirect(303, `/orders/${id}`)
    } catch (error) {
      const gone = ['offer_not_found', 'invalid_offer_id']
      if (!isApiError(error, 'createCartCheckout') || !gone.includes(error.code)) throw error
      response.status(404).send(messagePage('This is no longer sold.'))
    }
  })

  shop.get('/orders/:id', async ({ params }, response) => {
    const order = orders.get(params.id)
    if (!order) return void response.status(404).send(messagePage('There is no such order.'))
    // The buyer may be back before the webhook is here.
    await orders.refresh(order)
    const code = order.status === 'open' ? await orders.code(order) : undefined
    response.send(orderPage(order, code))
  })

  shop.post('/orders/:id/cancel', async ({ params }, response) => {
    const order = orders.get(params.id)
    if (!order) return void response.status(404).send(messagePage('There is no such order.'))
    try {
      await orders.cancel(order)
    } catch (error) {
      // It was paid, or it expired, before: the order's page will say which.
      if (!isApiError(error, 'cancelCheckout') || error.code !== 'checkout_not_open') throw error
    }
    response.redirect(303, `/orders/${order.id}`)
  })

  // The signature is of the bytes as they came, so nothing may parse them before.
  shop.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
    const { body, headers } = request
    try {
      orders.hear(verifyWebhook({ body, headers, secret: webhookSecret }))
      response.sendStatus(204)
    } catch (error) {
      if (!(error instanceof UnverifiedWebhook)) throw error
      response.sendStatus(400)
    }
  })

  return shop
}
