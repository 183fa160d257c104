// Made from db/schema/ by `npm run generate`; edits here are lost.

/** The prefix of the ids of each table, and of the objects within a column. */
export const idPrefixes = {
  api_clients: 'client_',
  audit_events: 'audit_',
  bank_connections: 'bank_',
  checkouts: 'checkout_',
  customers: 'cus_',
  deliveries: 'del_',
  events: 'evt_',
  invitations: 'invitation_',
  line_items: 'item_',
  mails: 'mail_',
  offers: 'offer_',
  passkeys: 'passkey_',
  payment_links: 'link_',
  payments: 'pay_',
  products: 'prod_',
  refunds: 'refund_',
  sellers: 'seller_',
  signing_keys: 'key_',
  user_sessions: 'session_',
  users: 'user_',
  webhook_endpoints: 'wh_',
  webhook_keys: 'whkey_',
} as const
