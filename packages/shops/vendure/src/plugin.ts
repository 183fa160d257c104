/** The plugin: its settings, the payment method, the endpoint of events, and the reconciler. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Inject } from '@nestjs/common'
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common'
import {
  EventBus,
  HistoryEntryEvent,
  OrderStateTransitionEvent,
  PluginCommonModule,
  ProcessContext,
  SettingsStoreScopes,
  VendurePlugin,
} from '@vendure/core'
import type { RuntimeVendureConfig } from '@vendure/core'
import { BalcaoEvents, EVENTS_PATH, keepBytes } from './events.ts'
import { balcaoPaymentHandler } from './handler.ts'
import { InstallationTables } from './installation.ts'
import { BalcaoOrders } from './orders.ts'
import { CURSOR_NAME, OPTIONS, SETTINGS, BalcaoShop } from './shop.ts'
import type { BalcaoOptions } from './shop.ts'

export type { BalcaoOptions } from './shop.ts'

function configured(config: RuntimeVendureConfig): RuntimeVendureConfig {
  config.paymentOptions.paymentMethodHandlers.push(balcaoPaymentHandler)
  config.apiOptions.middleware.push({
    route: EVENTS_PATH,
    handler: (
      request: IncomingMessage,
      response: ServerResponse,
      next: (error?: unknown) => void,
    ) => keepBytes(request, response, next),
    beforeListen: true,
  })
  config.settingsStoreFields = {
    ...config.settingsStoreFields,
    [SETTINGS]: [{ name: CURSOR_NAME, scope: SettingsStoreScopes.global }],
  }
  return config
}

@VendurePlugin({
  imports: [PluginCommonModule],
  controllers: [BalcaoEvents],
  providers: [
    InstallationTables,
    BalcaoOrders,
    BalcaoShop,
    { provide: OPTIONS, useFactory: () => BalcaoPlugin.options },
  ],
  configuration: configured,
  compatibility: '^3.7.0',
})
export class BalcaoPlugin implements OnApplicationBootstrap, OnApplicationShutdown {
  static options: BalcaoOptions

  @Inject(BalcaoShop) private readonly shop!: BalcaoShop
  @Inject(EventBus) private readonly eventBus!: EventBus
  @Inject(ProcessContext) private readonly processContext!: ProcessContext

  /**
   * @param options the address of Balcão, an API client of the account, and where this server is
   *   reached, so that events find it
   */
  static init(options: BalcaoOptions): typeof BalcaoPlugin {
    const { base_url, client_id, client_secret, shop_url } = options
    for (const [name, value] of Object.entries({ base_url, client_id, client_secret, shop_url })) {
      if (typeof value !== 'string' || value === '') {
        throw new TypeError(`BalcaoPlugin: ${name} is missing.`)
      }
    }
    const { address_change = 'moved' } = options
    if (address_change !== 'moved' && address_change !== 'copied') {
      throw new TypeError('BalcaoPlugin: address_change is neither moved nor copied.')
    }
    BalcaoPlugin.options = options
    return BalcaoPlugin
  }

  /** The shop's id is made before a first request can make it in a transaction of its own. */
  async onApplicationBootstrap(): Promise<void> {
    await this.shop.installation.isHeld()
    this.eventBus
      .ofType(OrderStateTransitionEvent)
      .subscribe(({ order }) => this.shop.followSoon(order.id))
    // An order may be changed, or canceled in part, without a change of its state.
    this.eventBus.ofType(HistoryEntryEvent).subscribe(({ entity, historyType }) => {
      const isChange = ['ORDER_MODIFIED', 'ORDER_CANCELLATION'].includes(entity.type)
      const { order } = entity as unknown as { order?: { id: string | number } }
      if (historyType === 'order' && isChange && order) this.shop.followSoon(order.id)
    })
    if (this.processContext.isServer) this.shop.reconciler.start()
  }

  onApplicationShutdown(): void {
    this.shop.reconciler.stop()
  }
}
