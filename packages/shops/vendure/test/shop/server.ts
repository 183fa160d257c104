/**
 * A small Vendure shop in reais that sells by Pix. `populate` fills an empty database; else it
 * serves until it is ended.
 */
import { BalcaoPlugin } from '@balcao/vendure'
import { bootstrap, DefaultLogger, LanguageCode, LogLevel } from '@vendure/core'
import type { VendureConfig } from '@vendure/core'
import { populate } from '@vendure/core/cli/index.js'

const { PORT = '0', DATABASE = '', SHOP_URL = '', BASE_URL = '' } = process.env
const { CLIENT_ID = '', CLIENT_SECRET = '' } = process.env

const config: VendureConfig = {
  apiOptions: { port: Number(PORT), adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'admin', password: 'admin' },
  },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  defaultLanguageCode: LanguageCode.pt_BR,
  dbConnectionOptions: { type: 'better-sqlite3', database: DATABASE, synchronize: true },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    BalcaoPlugin.init({
      base_url: BASE_URL,
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      shop_url: SHOP_URL,
    }),
  ],
}

if (process.argv[2] === 'populate') {
  const app = await populate(() => bootstrap(config), {
    defaultLanguage: LanguageCode.pt_BR,
    defaultZone: 'América',
    countries: [{ name: 'Brasil', code: 'BR', zone: 'América' }],
    taxRates: [{ name: 'Padrão', percentage: 0 }],
    shippingMethods: [{ name: 'SEDEX', price: 2150 }],
    paymentMethods: [{ name: 'Pix', handler: { code: 'balcao', arguments: [] } }],
    collections: [],
  })
  await app.close()
} else {
  await bootstrap(config)
}
process.stdout.write('ready\n')
if (process.argv[2] === 'populate') process.exit(0)
