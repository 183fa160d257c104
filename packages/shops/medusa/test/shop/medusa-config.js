/** A small Medusa shop that sells by Pix. */
const { defineConfig } = require('@medusajs/framework/utils')

const { DATABASE_URL, BASE_URL, CLIENT_ID, CLIENT_SECRET, BACKEND_URL } = process.env

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: 'secret of a test',
      cookieSecret: 'secret of a test',
    },
  },
  admin: { disable: true },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        // Medusa waits so long before it takes in a webhook, by default five seconds.
        webhook_delay: 100,
        providers: [
          {
            resolve: '@balcao/medusa',
            id: 'balcao',
            options: {
              base_url: BASE_URL,
              client_id: CLIENT_ID,
              client_secret: CLIENT_SECRET,
              backend_url: BACKEND_URL,
            },
          },
        ],
      },
    },
  ],
})
