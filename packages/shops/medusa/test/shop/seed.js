/** Fills an empty Medusa: two regions, two products, freight, a coupon, and an administrator. */
const { writeFileSync } = require('node:fs')
const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils')
const flows = require('@medusajs/medusa/core-flows')

async function createFreight(container, channelId, profileId, regionId) {
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  const { result } = await flows.createStockLocationsWorkflow(container).run({
    input: { locations: [{ name: 'Depósito', address: { address_1: 'Rua A', country_code: 'BR' } }] },
  })
  const location = { [Modules.STOCK_LOCATION]: { stock_location_id: result[0].id } }
  const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
    name: 'Entrega',
    type: 'shipping',
    service_zones: [
      {
        name: 'Américas',
        geo_zones: ['br', 'us'].map((country_code) => ({ country_code, type: 'country' })),
      },
    ],
  })
  await link.create([
    { ...location, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } },
    { ...location, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } },
  ])
  await flows.linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: result[0].id, add: [channelId] },
  })
  const { result: options } = await flows.createShippingOptionsWorkflow(container).run({
    input: [
      {
        name: 'SEDEX',
        price_type: 'flat',
        provider_id: 'manual_manual',
        service_zone_id: set.service_zones[0].id,
        shipping_profile_id: profileId,
        type: { label: 'SEDEX', description: 'SEDEX', code: 'sedex' },
        prices: [
          { region_id: regionId, amount: 21.5 },
          { currency_code: 'brl', amount: 21.5 },
          { currency_code: 'usd', amount: 5 },
        ],
        rules: [
          { attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
          { attribute: 'is_return', value: 'false', operator: 'eq' },
        ],
      },
    ],
  })
  return options[0].id
}

async function createProducts(container, channelId, profileId) {
  const product = ([title, amount]) => ({
    title,
    status: 'published',
    shipping_profile_id: profileId,
    sales_channels: [{ id: channelId }],
    options: [{ title: 'Tipo', values: ['Único'] }],
    variants: [
      {
        title: 'Default variant',
        manage_inventory: false,
        options: { Tipo: 'Único' },
        prices: [
          { amount, currency_code: 'brl' },
          { amount: 10, currency_code: 'usd' },
        ],
      },
    ],
  })
  const products = Object.entries({ 'Caneca & pires': 49.9, Camiseta: 80 }).map(product)
  const { result } = await flows.createProductsWorkflow(container).run({ input: { products } })
  return result.map(({ variants }) => variants[0].id)
}

async function createAdministrator(container) {
  const credentials = { email: 'admin@example.com', password: 'secret' }
  const auth = container.resolve(Modules.AUTH)
  const { authIdentity } = await auth.register('emailpass', { body: credentials })
  await flows.createUserAccountWorkflow(container).run({
    input: { authIdentityId: authIdentity.id, userData: { email: credentials.email } },
  })
}

exports.default = async function seed({ container }) {
  const [store] = await container.resolve(Modules.STORE).listStores()
  const supported_currencies = ['brl', 'usd'].map((currency_code) => ({
    currency_code,
    is_default: currency_code === 'brl',
  }))
  await flows.updateStoresWorkflow(container).run({
    input: { selector: { id: store.id }, update: { supported_currencies } },
  })
  const { result: channels } = await flows.createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: 'Loja' }] },
  })
  const { result: keys } = await flows.createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title: 'Loja', type: 'publishable', created_by: '' }] },
  })
  await flows.linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: keys[0].id, add: [channels[0].id] },
  })
  const payment_providers = ['pp_balcao_balcao']
  const { result: regions } = await flows.createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: 'Brasil', currency_code: 'brl', countries: ['br'], payment_providers },
        { name: 'Estados Unidos', currency_code: 'usd', countries: ['us'], payment_providers },
      ],
    },
  })
  const { result: profiles } = await flows.createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: 'Padrão', type: 'default' }] },
  })
  const [channelId, profileId] = [channels[0].id, profiles[0].id]
  const shippingOption = await createFreight(container, channelId, profileId, regions[0].id)
  const variants = await createProducts(container, channelId, profileId)
  await flows.createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code: 'BEMVINDO',
          type: 'standard',
          status: 'active',
          application_method: {
            type: 'percentage',
            target_type: 'items',
            allocation: 'across',
            value: 10,
            currency_code: 'brl',
          },
        },
      ],
    },
  })
  await createAdministrator(container)
  const [brazil, abroad] = regions.map(({ id }) => id)
  const seeded = { key: keys[0].token, brazil, abroad, shippingOption, variants }
  writeFileSync(process.env.SEEDED, JSON.stringify(seeded))
}
