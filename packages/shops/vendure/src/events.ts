/** The endpoint of events. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { UnverifiedWebhook } from '@balcao/client'
import { Controller, HttpCode, HttpException, Inject, Post, Req } from '@nestjs/common'
import { Logger } from '@vendure/core'
import { NotYet } from '../../shared/notYet.ts'
import { CODE } from './payments.ts'
import { BalcaoShop } from './shop.ts'

export const EVENTS_PATH = '/balcao/events'

/** Events of the service are smaller; a longer body is refused unread. */
const MAX_BYTES = 512 * 1024

type WithBytes = IncomingMessage & { bytes?: Buffer; body?: unknown; _body?: boolean }

/** Keeps the body as it came, since its bytes are signed, and has no other parser read it. */
export async function keepBytes(
  request: WithBytes,
  response: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> {
  try {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of request) {
      length += (chunk as Buffer).length
      if (length > MAX_BYTES) return void response.writeHead(413, { connection: 'close' }).end()
      chunks.push(chunk as Buffer)
    }
    request.bytes = Buffer.concat(chunks)
    request.body = {}
    request._body = true
    next()
  } catch (error) {
    next(error)
  }
}

@Controller('balcao')
export class BalcaoEvents {
  @Inject(BalcaoShop) private readonly shop!: BalcaoShop

  @Post('events')
  @HttpCode(200)
  async receive(@Req() request: WithBytes): Promise<void> {
    const { bytes = Buffer.alloc(0), headers } = request
    try {
      const event = await this.shop.account.verify(bytes, headers)
      await this.shop.take(event)
    } catch (error) {
      if (error instanceof UnverifiedWebhook) throw new HttpException('Unverified event', 400)
      if (error instanceof NotYet) return
      // Balcão does not send an event again: the reconciler reads it within a minute.
      Logger.warn(`An event could not be taken in: ${error}`, CODE)
      throw new HttpException('Try again later', 503)
    }
  }
}
