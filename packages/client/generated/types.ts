// Made from openapi.yaml by `npm run generate`; edits here are lost.

export interface paths {
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account
         * @description The seller that owns the access token, and the API client that it was issued to. Any valid token will do.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank_connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the bank connection
         * @description The bank through which the account's buyers pay, and the certificate by which it knows the account. Secrets are never shown. Without a bank `provider` is `sandbox`, and in live mode `none`, and the rest is null.
         */
        get: operations["getBankConnection"];
        /**
         * Connect a bank
         * @description From now on the account's buyers pay through this bank. The bank is asked first: it must accept the credentials and take the address of its callbacks, unless `callbacks` is `optional`; otherwise nothing changes. A bank that is connected by the same Pix key gets the new settings, so that a certificate can be renewed. Another one takes the place of the bank before, which is asked about its own charges only. In live mode the addresses must be public. `too_many_requests` comes while another trial of a bank is under way. `GET /v1/bank_profiles` says what each bank needs; `url`, `token_url`, `client_id` and `client_secret` are left out where its profile does not need them.
         */
        put: operations["connectBank"];
        post?: never;
        /**
         * Disconnect the bank
         * @description The account's buyers no longer pay through the bank. It is still asked about the charges and refunds that are open there.
         */
        delete: operations["disconnectBank"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank_connection/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the bank connection
         * @description Ask the bank for a token and for the address of its callbacks. Send no body. What it answers is kept as `granted_scopes` and `warnings` of the connection, and nothing else changes. What keeps the bank from answering stands in the answer. `too_many_requests` comes while another trial of a bank is under way.
         */
        post: operations["testBankConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bank_profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the banks known by name
         * @description The banks that need more than the Central Bank's Pix API, or are known by their addresses, each with what it needs of the seller. The list is not paged.
         */
        get: operations["listBankProfiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Customers of the account, newest first.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description Register a customer. The e-mail is compared in lower case and is unique in the account.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description One customer of the account, active or not.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a customer
         * @description Change a customer. Send at least one field; what you leave out stays. `phone` and `tax_id` are removed by null, and `metadata` is replaced as a whole. An `inactive` customer cannot be named in a new checkout. An erased customer can be changed like any other: what you send is new data.
         */
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/v1/customers/{customerId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer
         * @description Remove the personal data of a customer for good, as the LGPD has people ask for. Send no body. The customer stays as an `inactive` one without name, contact, tax number and metadata. Of its checkouts `metadata`, `success_url` and `cancel_url` go, of their refunds `reason` and `metadata`, and the same in events, in deliveries and in answers that are kept for an `Idempotency-Key`, which are given again without it. Amounts, times, ids and every `external_id` stay: the books need them. A customer with very many checkouts is finished in the background. Repeating it answers the same. It cannot be undone.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Products of the account, newest first, each with its current default offer. Archived products are included.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create a product
         * @description Create a product together with its first offer, which becomes the product's default.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{productId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description One product with its current default offer, or null when no offer is active.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a product
         * @description Change a product. Send at least one field; what you leave out stays, and `metadata` is replaced as a whole. An `archived` product takes no new offers and no new checkouts; `active` brings it back. Checkouts keep the name and the description that they were opened with.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/v1/products/{productId}/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the offers of a product
         * @description Offers of the product, newest first: inactive ones included, archived ones omitted.
         */
        get: operations["listOffers"];
        put?: never;
        /**
         * Create an offer
         * @description Add an offer to a product that is not archived. It becomes the default when `is_default` is true, or when the product has no active default; the offer that was the default is demoted in the same step.
         */
        post: operations["createOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/offers/{offerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an offer
         * @description One offer of the account, active or not. An archived offer is not found.
         */
        get: operations["getOffer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an offer
         * @description Rename, activate, deactivate or promote an offer. Send at least one field. Promoting an offer demotes the present default in the same step; the default itself can only be replaced, so promote another offer before you deactivate it.
         */
        patch: operations["updateOffer"];
        trace?: never;
    };
    "/v1/offers/{offerId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an offer
         * @description End an offer for good: afterwards it is not found and not listed, and no checkout can be opened with it. Send no body. The default offer stays while its product has another active one: promote that first. Repeating it answers with the offer as it is.
         */
        post: operations["archiveOffer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkouts
         * @description Sessions of the account, newest first. A session past its `expires_at` is marked `expired` before the answer. With `external_id`, the list holds the one session that has it, or none. The filters may be combined.
         */
        get: operations["listCheckouts"];
        put?: never;
        /**
         * Open a checkout
         * @description Open a session for a `one_time` offer in the seller's currency, and send the buyer to its `checkout_url`. It stays open for 24 hours. An offer in another currency gives `invalid_request` with `param` `offer_id`. Set `external_id` to make retries safe.
         */
        post: operations["createCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/{checkoutId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a checkout
         * @description One session. Read it until `status` is `completed` to be sure of a payment, whatever became of the webhook. A session past its `expires_at` is marked `expired` before the answer.
         */
        get: operations["getCheckout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/{checkoutId}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a checkout's page
         * @description Whether the hosted page of a session has been opened, and when first. A messenger that shows a preview of the link opens it too.
         */
        get: operations["getCheckoutPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/{checkoutId}/pix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the Pix code of a checkout
         * @description The code by which an open session is paid, as text and as pictures, to be shown in a shop, at a till or in a chat. Asking has the bank make the charge when there is none yet, as opening the page does, and waits for it for at most 5 s. While `status` is `pending`, ask again.
         */
        get: operations["getCheckoutPix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cart_checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a checkout for a cart
         * @description Open a session for what a shop sells: items of your own, offers of the catalogue, freight, fees and discounts, in one currency. Nothing enters the catalogue. The session is like any other: send the buyer to its `checkout_url`, or show the code of `GET /v1/checkouts/{checkoutId}/pix`.
         */
        post: operations["createCartCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Links of the account, newest first, those that have ended too.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Make an address to give away: each buyer who opens its page and presses the button gets a session of their own. It sells `items`, as a cart has them, or takes a `custom_amount` that the buyer types.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{paymentLinkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment link
         * @description One link of the account, and how many of its sessions were paid.
         */
        get: operations["getPaymentLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a payment link
         * @description Change a link. Send at least one field; what you leave out stays. `max_payments`, `ends_at` and `success_url` are removed by null, and `metadata` is replaced as a whole. What a link sells never changes. Sessions that are open already stay so: with `active: false`, a past `ends_at` or a lower `max_payments` no more are opened.
         */
        patch: operations["updatePaymentLink"];
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings
         * @description What the seller says of itself to buyers, and which mails are sent. What was never set is null; of the mails only `seller_attention` is on then.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the settings
         * @description Change the settings. Send at least one field; what you leave out stays, of `mail` too. Null takes away what was set. Pages show the change from their next request on.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/v1/settings/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the logo
         * @description Show this image on the account's pages and in its mails, in the place of the one before: a still PNG, JPEG or WebP of at most 128 KiB, 32 to 2,048 pixels a side. It is kept without what its file tells of camera and place. A body may have 192 KiB here.
         */
        put: operations["setLogo"];
        post?: never;
        /**
         * Delete the logo
         * @description Pages show the first letter of the name instead, and the address of the logo answers 404. Without a logo nothing changes.
         */
        delete: operations["deleteLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/{checkoutId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a checkout
         * @description Close an open session before it is paid. Send no body. A transfer that arrives later is sent back to the buyer.
         */
        post: operations["cancelCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API clients
         * @description Clients of the account, newest first, revoked ones included. No secrets.
         */
        get: operations["listApiClients"];
        put?: never;
        /**
         * Create an API client
         * @description Make a client for a program of yours, with the scopes that it needs. `client_secret` stands in this answer only: a repeat by `Idempotency-Key` has it no more. No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`. An account has 100 active clients at most.
         */
        post: operations["createApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_clients/{apiClientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API client
         * @description One client of the account, revoked or not.
         */
        get: operations["getApiClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an API client
         * @description Rename a client, or give it other scopes. Send at least one field. When a scope is taken away, the tokens of the client end at once; one that is added stands in its next token. Webhook endpoints that it made are disabled once it may not read what they are sent (`checkouts:read`). No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`.
         */
        patch: operations["updateApiClient"];
        trace?: never;
    };
    "/v1/api_clients/{apiClientId}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an API client's secret
         * @description Give a client a new secret. Without `previous_secret_seconds` the secret before it and every token end at once. With it, the secret before it still gets tokens for so long, and tokens live on until they expire; another rotation within that time ends the older secret. `client_secret` stands in this answer only: a repeat by `Idempotency-Key` has it no more. No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`.
         */
        post: operations["rotateApiClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api_clients/{apiClientId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API client
         * @description End a client for good: its secret, every token of it and the invitations that it made end at once. Send no body. A client that is revoked already stays as it is. A client may revoke itself. `made` names what it has made that is alive; `end_made` [ends that too](#tag/Access). No client grants, changes, rotates or revokes what holds a scope that its own token lacks: `403` `insufficient_scope`.
         */
        post: operations["revokeApiClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Users of the account, newest first, without those who are removed.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a user
         * @description Invite a person to the dashboard, with a role. A browser that opens `invitation_url` within 24 hours makes a passkey there, once, and signs in: send it to that person only. A user who is there already gets a new invitation, to make another passkey; it ends the one before. `invitation_url` stands in this answer only: a repeat by `Idempotency-Key` has it no more. No client gives a role that has a scope which its own token lacks, and only one with every scope makes an invitation of a user who has joined already: `403` `insufficient_scope`. An account has 100 users at most. The invitation ends early when the caller loses access.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description One user of the account, with the passkeys by which it signs in.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user
         * @description End a user: passkeys, sessions, the invitation and those that the user made end at once. `made` names what the user has made that is alive; `end_made` [ends that too](#tag/Access). Secrets of API clients that the user has seen stay good: rotate them. The last active owner cannot be removed. The e-mail may be invited anew, as another user. No client concerns itself with a user whose role has a scope that its own token lacks: `403` `insufficient_scope`.
         */
        delete: operations["removeUser"];
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Give a user another role, which holds from its next request on. An invitation that was not used yet ends: `POST /v1/users` with the new role makes another. The last active owner keeps the role. No client gives or takes a role that has a scope which its own token lacks: `403` `insufficient_scope`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v1/users/{userId}/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a user's passkey
         * @description Delete a passkey, such as that of a lost device. The sessions that it began end at once, and so do those from before sessions named their passkey; the user's others go on. A user without a passkey signs in by a new invitation. The last passkey of the last owner who has one cannot be deleted. No client concerns itself with a user whose role has a scope that its own token lacks: `403` `insufficient_scope`.
         */
        delete: operations["deleteUserPasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/end_sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a user's sessions
         * @description Sign a user out everywhere, at once. Send no body. Passkeys stay. No client concerns itself with a user whose role has a scope that its own token lacks: `403` `insufficient_scope`.
         */
        post: operations["endUserSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who can act for the account
         * @description Everything living that can act for the account, the newest first, with who made it. What has ended or expired is not in it.
         */
        get: operations["listAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails
         * @description The e-mails to buyers and to people of the account, newest first, with what became of each: one that failed is not sent again, and `error` says why. Without a mail server nothing is sent or kept.
         */
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Endpoints of the account, newest first, disabled ones included and deleted ones left out. No secrets.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Have events sent to an address from now on. `secret` verifies their signatures and stands in this answer only: a repeat by `Idempotency-Key` has it no more. An account has 16 endpoints at most. The token also needs `checkouts:read`, which reads what is sent: `403` `insufficient_scope`.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{webhookEndpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook endpoint
         * @description One endpoint of the account. A deleted one is not found.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description End an endpoint for good: nothing is sent to it any more, not even what waits to be sent, and its secrets are deleted. Its deliveries can still be listed.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Change the address of an endpoint, the types of events that it is sent, or whether it is sent any. Send at least one field. It holds for events from then on. What waits to be sent to an endpoint that is disabled fails; it is not sent later. What has more sent than before, or sent elsewhere (another `url`, one more type, `enabled` again) also needs `checkouts:read`, which reads what is sent: `403` `insufficient_scope`.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook_endpoints/{webhookEndpointId}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook endpoint's secret
         * @description Give an endpoint a new secret. For 24 hours each delivery carries two signatures, of the new secret and of the one before it; a second rotation within them ends the oldest secret at once. Send no body. `secret` stands in this answer only: a repeat by `Idempotency-Key` has it no more. The token also needs `checkouts:read`, which reads what is sent: `403` `insufficient_scope`.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{webhookEndpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Sends one event of the type `webhook.test` to this endpoint, disabled or not, signed as every delivery is, and says how it was answered. Nothing is kept of it, so neither `GET /v1/events` nor `GET /v1/webhook_deliveries` has it. An account has one test at a time, and 60 a minute; past that the answer is 429. Repeated with its `Idempotency-Key`, it sends another event and gives the first answer. Send no body.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook deliveries
         * @description What was sent to the endpoints of the account, and how they answered, newest first. Filters can be combined.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description What was changed in the account, newest first. Events are numbered without a gap, and each one's `hash` covers the one before it, so that none can be altered or removed without a trace. They are kept for 400 days, unless the operator of the service says otherwise. Filters can be combined. With both `actor_id` and `target_id`, a page looks at 1,000 events of the target: it may hold fewer than `limit`, or none, while `has_more` is true.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What was announced to the account, newest first, whether or not it reached an endpoint, and also while there was none. Nothing is sent again: a service that was away reads here what it missed, with `created_from` set to when it was there last. Events are kept for 400 days, unless the operator of the service says otherwise.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description One event by the id that its webhook carries as `webhook-id`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description Every transfer that arrived, newest first. A filter that names one thing (`checkout_id`, `end_to_end_id`, `txid`) keeps that order; without one of these, `paid_from` and `paid_to` order the list by `paid_at`, latest first.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description One transfer: how a session was paid, and how much of it has gone back since.
         */
        get: operations["getPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{paymentId}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a payment
         * @description Send money of a payment back to the buyer, in whole or in part, within 90 days of `paid_at`. At a bank the refund is `pending` until the bank has carried it out, and the event `refund.succeeded` or `refund.failed` tells; in the sandbox it succeeds at once, and one of R$ 13,13 (`amount_minor` 1313) fails. Refunds that are pending or succeeded never sum to more than the payment. Set `external_id` to make retries safe. The client needs the scope `refunds:write`, which `all` does not contain.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search
         * @description One search over customers, sessions, payments, refunds, products and payment links, with at most 20 results: by the beginning of any word of a name, an e-mail address, a product or a reference; by a tax id or a phone in any spelling; by any id, `txid` or end-to-end id; or by an amount (`149,37` or `149.37`). Capitals and accents do not matter. Of several words each begins a word of what is found; of two that very many have, apart from each other, not all are found. What was erased is found no more.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/daily_totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List daily totals
         * @description What came in and what went back on each day, newest first. Days are those of Brasília (`America/Sao_Paulo`). A payment counts on the day it was paid, a refund on the day it was completed, the seller's and the bank's alike. Money that settled no session and was sent back counts nowhere. Days on which nothing happened are left out.
         */
        get: operations["listDailyTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statement_entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the statement
         * @description Every amount that came in or went back, newest first, as the bank's own statement has it. A day is one of Brasília (`America/Sao_Paulo`). On each day `payment`, `refund` and `reversal` sum to what `listDailyTotals` says of it; all entries together sum to the bank's statement. A refund that is pending or has failed is none.
         */
        get: operations["listStatementEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/statement_entries/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the statement
         * @description The entries of `listStatementEntries`, oldest first, as a file that is sent while it is read: for spreadsheets (`csv`, `xlsx`) or for programs that keep accounts (`ofx`, Open Financial Exchange 2.2, one `STMTTRN` for each entry, whose `FITID` is the entry's id). `locale` decides the words, and in CSV how amounts and times are written: `pt-BR` and `es` as `49,90` and `15/12/2026 22:29:59`, separated by semicolons, in UTF-8 with a byte order mark; `en` as `49.90` and `2026-12-15T22:29:59-03:00`, separated by commas (RFC 4180). Times are those of Brasília. A file that breaks off is not complete. Few are sent to an account at once: `service_unavailable`.
         */
        get: operations["exportStatementEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description All that was sent back or is on its way, newest first: ordered by you, by the bank itself, or by the service because the money settled nothing.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{refundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a refund
         * @description One refund, and how far it is.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/checkouts/{checkoutId}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay as the buyer
         * @description The buyer's transfer arrives: the session becomes `completed` and `payment.succeeded` is sent. Send no body. Sandbox only.
         */
        post: operations["sandboxPayCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/checkouts/{checkoutId}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline as the buyer's bank
         * @description The buyer's bank declines the transfer: the session stays `open` and `payment.declined` is sent. Send no body. Sandbox only.
         */
        post: operations["sandboxDeclineCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/checkouts/{checkoutId}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a session expire
         * @description This session alone is past its end: it is `expired`, whatever its `expires_at` and `cancel_at` say, and `checkout.expired` is sent. The clock stays as it is. Send no body. Sandbox only.
         */
        post: operations["sandboxExpireCheckout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payments/{paymentId}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take money back as the bank
         * @description The bank takes money of a payment back by itself, as it does after a report of fraud: a refund of origin `bank` is recorded, and `refund.succeeded` and `payment.reversed` are sent. Sandbox only; a payment that a connected bank received is refused with `payment_not_refundable`.
         */
        post: operations["sandboxReversePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clock
         * @description The service's clock, which dates resources and ends sessions. Any valid token will do. Sandbox only.
         */
        get: operations["getClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the clock
         * @description Move the clock forward, for example by 86400 seconds to see a session expire. It never goes back, and it is the clock of the whole service. Any valid token will do. Sandbox only.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment succeeded
         * @description The buyer's payment is confirmed and the checkout is `completed`. Delivered at most once, and not again after a failure: also poll `GET /v1/checkouts/{checkoutId}`. Verify the signature before you trust it.
         */
        post: operations["onPaymentSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment was declined
         * @description The buyer's bank declined a payment. The checkout is still `open`, so the buyer may try again. Delivered at most once, and not again after a failure: also poll `GET /v1/checkouts/{checkoutId}`. Verify the signature before you trust it.
         */
        post: operations["onPaymentDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.reversed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment was reversed
         * @description Money that arrived for a checkout went back to the buyer: it came too late, twice or in the wrong amount; or it had paid the checkout, and went back in whole or in part by a refund, by the bank after a report of fraud, or by the seller's order at the bank's own screen. Each such return is one event. The status of the checkout does not change. Delivered at most once, and not again after a failure: also poll `GET /v1/checkouts/{checkoutId}`. Verify the signature before you trust it.
         */
        post: operations["onPaymentReversed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A checkout was canceled
         * @description The session was closed before it was paid, through the API or by the operator of the service. A transfer that arrives later is sent back to the buyer. Delivered at most once, and not again after a failure: `GET /v1/events` has it too. Verify the signature before you trust it.
         */
        post: operations["onCheckoutCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A checkout expired
         * @description The session was not paid within 24 hours. It comes within a minute of `expires_at`, or when the session is read before. Delivered at most once, and not again after a failure: `GET /v1/events` has it too. Verify the signature before you trust it.
         */
        post: operations["onCheckoutExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An endpoint is tested
         * @description Somebody has pressed a button, or called `POST /v1/webhook_endpoints/{webhookEndpointId}/test`, to see whether this endpoint answers. `data` is the endpoint. It is signed as every event, and nothing has happened: verify the signature, and answer `2xx`.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund succeeded
         * @description Money has gone back to the buyer; `origin` says who ordered it. Delivered at most once, and not again after a failure: also poll `GET /v1/refunds/{refundId}`. Verify the signature before you trust it.
         */
        post: operations["onRefundSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A refund failed
         * @description The bank has not carried a refund out; `failure_reason` says why, and its amount can be refunded again. Delivered at most once, and not again after a failure: also poll `GET /v1/refunds/{refundId}`. Verify the signature before you trust it.
         */
        post: operations["onRefundFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Id of a seller.
         * @example seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1
         */
        SellerId: string;
        /**
         * @description Id of an API client. Not the `client_id` of OAuth.
         * @example client_019cae6b-6601-7b2e-8c16-f4a63e5d79c2
         */
        ClientId: string;
        /**
         * @description Id of a user.
         * @example user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5
         */
        UserId: string;
        /**
         * @description Id of a passkey.
         * @example passkey_019caeb3-9f10-7d2e-8a3b-4c5d6e7f8091
         */
        PasskeyId: string;
        /**
         * @description What a user may do; a set of scopes.
         * @example finance
         * @enum {string}
         */
        Role: "owner" | "developer" | "finance" | "viewer";
        /**
         * @description Id of a customer.
         * @example cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13
         */
        CustomerId: string;
        /**
         * @description Id of a product.
         * @example prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24
         */
        ProductId: string;
        /**
         * @description Id of an offer.
         * @example offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35
         */
        OfferId: string;
        /**
         * @description Id of a checkout session.
         * @example checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57
         */
        CheckoutId: string;
        /**
         * @description Id of a payment.
         * @example pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4
         */
        PaymentId: string;
        /**
         * @description Id of an event.
         * @example evt_019caead-e8f8-73a0-a429-26e4bcd23f8a
         */
        EventId: string;
        /**
         * @description Id of a refund.
         * @example refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a
         */
        RefundId: string;
        /**
         * @description Id of a line item.
         * @example item_019caeab-92a3-718e-a4f7-0ac29ab01d68
         */
        LineItemId: string;
        /**
         * @description What an access token permits. `all` stands for every scope before it; those after it are granted by name.
         * @example checkouts:write
         * @enum {string}
         */
        Scope: "customers:read" | "customers:write" | "products:read" | "products:write" | "checkouts:read" | "checkouts:write" | "all" | "refunds:write" | "account:read" | "account:write" | "bank:write";
        /**
         * Format: date-time
         * @description ISO 8601 in UTC with milliseconds.
         * @example 2026-03-02T13:10:05.731Z
         */
        Timestamp: string;
        /**
         * Format: date-time
         * @description A moment as RFC 3339 writes it, with any offset and any fraction of a second. Timestamps have milliseconds: a moment between two of them counts as the later one.
         * @example 2026-03-02T00:00:00.000Z
         */
        Moment: string;
        /**
         * Format: int64
         * @description An amount in the currency's minor unit: 4990 with `BRL` is R$ 49,90.
         * @example 4990
         */
        AmountMinor: number;
        /**
         * Format: int64
         * @description How much of it has gone back to the buyer, in minor units.
         * @example 0
         * @example 1500
         */
        AmountRefundedMinor: number;
        /**
         * @description ISO 4217 code in upper case: every active code that has a minor unit, without funds codes. Checkouts settle in `BRL`.
         * @example BRL
         * @enum {string}
         */
        CurrencyCode: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAD" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
        /**
         * @description Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.
         * @default {}
         * @example {
         *       "pedido": "1042"
         *     }
         */
        Metadata: {
            [key: string]: unknown;
        };
        /**
         * @description The key-value pairs in the place of those before: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent.
         * @example {
         *       "pedido": "1042"
         *     }
         */
        ReplacedMetadata: {
            [key: string]: unknown;
        };
        /** @description Parameters of the token request. Unknown ones are ignored and repeated ones refused, as RFC 6749 section 3.2 wants. A client shows itself in one way only (section 2.3): `client_secret` or `client_assertion` beside the HTTP Basic header gives `invalid_request`. */
        TokenBody: {
            /**
             * @description Must be `client_credentials`; anything else gives `unsupported_grant_type`.
             * @example client_credentials
             */
            grant_type: string;
            /**
             * @description Scopes that the token shall carry, with spaces between. Without it, all scopes of the client.
             * @example customers:read checkouts:write
             */
            scope?: string;
        } & {
            [key: string]: unknown;
        };
        /** @description An access token. */
        Token: {
            /**
             * @description The token, a signed JWT. Send it as `Authorization: Bearer …`.
             * @example <ACCESS_TOKEN>
             */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description Lifetime in seconds.
             * @constant
             */
            expires_in: 900;
            /**
             * @description Scopes of the token, with spaces between.
             * @example customers:read checkouts:write
             */
            scope: string;
        };
        /** @description Authorization server metadata (RFC 8414). */
        AuthorizationServerMetadata: {
            /**
             * Format: uri
             * @description The `iss` of every access token.
             * @example http://localhost:3000
             */
            issuer: string;
            /**
             * Format: uri
             * @description Where tokens are issued.
             * @example http://localhost:3000/oauth/token
             */
            token_endpoint: string;
            /**
             * Format: uri
             * @description Where the signing keys are.
             * @example http://localhost:3000/.well-known/jwks.json
             */
            jwks_uri: string;
            /**
             * @description Every scope there is.
             * @example [
             *       "customers:read",
             *       "customers:write",
             *       "products:read",
             *       "products:write",
             *       "checkouts:read",
             *       "checkouts:write",
             *       "all",
             *       "refunds:write",
             *       "account:read",
             *       "account:write",
             *       "bank:write"
             *     ]
             */
            scopes_supported: components["schemas"]["Scope"][];
            /**
             * @description Empty: there is no authorization endpoint.
             * @example []
             */
            response_types_supported: string[];
            /**
             * @description The one grant.
             * @example [
             *       "client_credentials"
             *     ]
             */
            grant_types_supported: "client_credentials"[];
            /**
             * @description How a client authenticates.
             * @example [
             *       "client_secret_basic"
             *     ]
             */
            token_endpoint_auth_methods_supported: "client_secret_basic"[];
        };
        /** @description A JSON Web Key Set (RFC 7517). */
        JsonWebKeySet: {
            /** @description Public keys, the one that signs now among them. */
            keys: {
                /**
                 * @description Key type.
                 * @constant
                 */
                kty: "RSA";
                /**
                 * @description For signatures.
                 * @constant
                 */
                use: "sig";
                /**
                 * @description Signature algorithm.
                 * @constant
                 */
                alg: "RS256";
                /**
                 * @description Key id, as in the header of a token.
                 * @example k7Qm2xVtR9aLw4Yb
                 */
                kid: string;
                /**
                 * @description Modulus, in base64url.
                 * @example kg4AYW36ukaMMUfE5NGImuDllYG4jMT_9GISps9nxvcGhooNUXnhTt2Gu6ZTm7qFST51wCvoFO6dqHX7SPPji0IvTOvOSLINz15nERmDRF8AY_BBd4AlTFwnIRVx3nCXcfUqbbCvJpcv0iZOmppm7K-hQqxgSRJhHq26N9HiU9joTrFLyRP6KAdbdpUguT_RTyoNqefkmqvbM8AfkNwlnZLGsSmE8UbW1TnDhLqhcGSwKQOT6_A8ux83KLvn8lB9mkQpcmO5vAz225J23vwOy4lLL2R_JIDgj2iCm--YGwv7Cw82fvur0fKT-BRFbo-R_xywWw5Kq0QSE8z55XvuTQ
                 */
                n: string;
                /**
                 * @description Exponent, in base64url.
                 * @example AQAB
                 */
                e: string;
            }[];
        };
        /** @description A JSON Web Key Set (RFC 7517) of Ed25519 keys (RFC 8037). */
        WebhookKeySet: {
            /** @description The keys that sign now, the newest first. */
            keys: {
                /**
                 * @description Key type.
                 * @constant
                 */
                kty: "OKP";
                /**
                 * @description Curve.
                 * @constant
                 */
                crv: "Ed25519";
                /**
                 * @description For signatures.
                 * @constant
                 */
                use: "sig";
                /**
                 * @description Signature algorithm.
                 * @constant
                 */
                alg: "EdDSA";
                /**
                 * @description Id of the key, which is in no delivery; `keys revoke` takes it.
                 * @example whkey_019cae6b-6600-7f0d-8a41-5c2e9b7d3f18
                 */
                kid: string;
                /**
                 * @description The public key's 32 bytes, in base64url.
                 * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
                 */
                x: string;
            }[];
        };
        /** @description State of the service. */
        Health: {
            /**
             * @description Always `ok`; anything else is a 503.
             * @constant
             */
            status: "ok";
            /**
             * @description Version of the service.
             * @example 1.0.0
             */
            version: string;
        };
        /** @description The account behind an access token. */
        Account: {
            /**
             * @description Always `account`.
             * @constant
             */
            object: "account";
            seller: components["schemas"]["Seller"];
            api_client: components["schemas"]["ApiClient"];
        };
        /** @description The seller: the account that owns every resource. */
        Seller: {
            id: components["schemas"]["SellerId"];
            /**
             * @description Display name.
             * @example Loja Exemplo
             */
            name: string;
            /**
             * @description Always `active`: a seller that the operator has suspended has no tokens.
             * @constant
             */
            status: "active";
            /** @description Currency in which checkouts settle. */
            default_currency: components["schemas"]["CurrencyCode"];
        };
        /** @description The API client that the token was issued to. */
        ApiClient: {
            id: components["schemas"]["ClientId"];
            /**
             * @description Label of the client.
             * @example Padrão
             */
            name: string;
            /**
             * @description OAuth client identifier, safe to log.
             * @example bci_4fQ9xWm2LkT7bZr0VnYc1s
             */
            client_id: string;
            /**
             * @description Scopes of the present token.
             * @example [
             *       "all"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description A customer. */
        Customer: {
            id: components["schemas"]["CustomerId"];
            /**
             * @description Always `customer`.
             * @constant
             */
            object: "customer";
            /**
             * @description Full name or company name.
             * @example Padaria Pão Quente Ltda
             */
            name: string;
            /**
             * Format: email
             * @description E-mail in lower case, unique in the account.
             * @example compras@padaria.example
             */
            email: string;
            /**
             * @description Phone number as sent.
             * @example +551133334444
             */
            phone: string | null;
            /**
             * @description CPF or CNPJ as sent.
             * @example 12.345.678/0001-95
             */
            tax_id: string | null;
            /**
             * @description New customers are `active`. An `inactive` one cannot be named in a new checkout.
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Your key-value pairs, as sent. */
            metadata: components["schemas"]["Metadata"];
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of customers, newest first. */
        CustomerList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The customers of this page. */
            data: components["schemas"]["Customer"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A new customer. */
        CreateCustomerBody: {
            /**
             * @description Full name or company name, stored trimmed.
             * @example Padaria Pão Quente Ltda
             */
            name: string;
            /**
             * Format: email
             * @description E-mail in ASCII, compared and stored in lower case. Unique in the account.
             * @example compras@padaria.example
             */
            email: string;
            /**
             * @description Phone number; E.164 is recommended.
             * @example +551133334444
             */
            phone?: string;
            /**
             * @description CPF or CNPJ, digits only or formatted. Stored as sent.
             * @example 12.345.678/0001-95
             */
            tax_id?: string;
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Changes to a customer: at least one field. */
        UpdateCustomerBody: {
            /**
             * @description New name, stored trimmed.
             * @example Padaria Pão Quente Ltda
             */
            name?: string;
            /**
             * Format: email
             * @description New e-mail in ASCII, compared and stored in lower case. Unique in the account.
             * @example financeiro@padaria.example
             */
            email?: string;
            /**
             * @description New phone number; null removes it.
             * @example +551133334444
             * @example null
             */
            phone?: string | null;
            /**
             * @description New CPF or CNPJ, stored as sent; null removes it.
             * @example 12.345.678/0001-95
             * @example null
             */
            tax_id?: string | null;
            /** @description Replaces all key-value pairs. */
            metadata?: components["schemas"]["ReplacedMetadata"];
            /**
             * @description An `inactive` customer cannot be named in a new checkout.
             * @example inactive
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        /** @description A product. */
        Product: {
            id: components["schemas"]["ProductId"];
            /**
             * @description Always `product`.
             * @constant
             */
            object: "product";
            /**
             * @description Name that the buyer sees.
             * @example Caneca de cerâmica
             */
            name: string;
            /**
             * @description Description that the buyer sees. May be empty.
             * @example Caneca de 300 ml, queimada a 1.200 °C.
             */
            description: string;
            /**
             * @description An `archived` product takes no new offers and no new checkouts.
             * @example active
             * @enum {string}
             */
            status: "active" | "archived";
            /** @description Your key-value pairs, as sent. */
            metadata: components["schemas"]["Metadata"];
            /** @description The current default offer. Null when no offer is active. */
            default_offer: components["schemas"]["Offer"] | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of products, newest first. */
        ProductList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The products of this page. */
            data: components["schemas"]["Product"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example prod_019caea7-8c82-7d4a-a8b3-c6e85a7c9f24
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A new product with its first offer. */
        CreateProductBody: {
            /**
             * @description Name that the buyer sees, stored trimmed.
             * @example Caneca de cerâmica
             */
            name: string;
            /**
             * @description Description that the buyer sees.
             * @default
             * @example Caneca de 300 ml, queimada a 1.200 °C.
             */
            description?: string;
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
            default_offer: components["schemas"]["DefaultOfferBody"];
        };
        /** @description Changes to a product: at least one field. */
        UpdateProductBody: {
            /**
             * @description New name, stored trimmed.
             * @example Caneca de cerâmica
             */
            name?: string;
            /**
             * @description New description that the buyer sees. May be empty.
             * @example Caneca de 350 ml, queimada a 1.200 °C.
             */
            description?: string;
            /** @description Replaces all key-value pairs. */
            metadata?: components["schemas"]["ReplacedMetadata"];
            /**
             * @description An `archived` product takes no new offers and no new checkouts.
             * @example archived
             * @enum {string}
             */
            status?: "active" | "archived";
        };
        /** @description The first offer of a product, which becomes its default. Price, currency and billing terms never change afterwards. */
        DefaultOfferBody: {
            /** @description Price in minor units. */
            amount_minor: components["schemas"]["AmountMinor"];
            currency: components["schemas"]["CurrencyCode"];
            /**
             * @description Name of the offer, stored trimmed.
             * @default Padrão
             * @example Padrão
             */
            name?: string;
            /**
             * Format: int64
             * @description Struck-through reference price in minor units, at least `amount_minor`.
             * @example 5990
             */
            compare_at_amount_minor?: number;
            /**
             * @description Sold once, or billed at an interval.
             * @default one_time
             * @example one_time
             * @enum {string}
             */
            type?: "one_time" | "recurring";
            /**
             * @description Billing interval: required for `recurring`, not allowed for `one_time`.
             * @example month
             * @enum {string}
             */
            billing_interval?: "day" | "week" | "month" | "year";
            /**
             * @description Intervals between two bills: `recurring` only, where it is 1 unless sent. Not allowed for `one_time`.
             * @example 1
             */
            interval_count?: number;
        };
        /** @description An offer: one price of a product. Price, currency and billing terms never change. */
        Offer: {
            id: components["schemas"]["OfferId"];
            /**
             * @description Always `offer`.
             * @constant
             */
            object: "offer";
            /** @description The product that it is a price of. */
            product_id: components["schemas"]["ProductId"];
            /**
             * @description Name of the offer.
             * @example Padrão
             */
            name: string;
            /**
             * @description Stable key made by the service.
             * @example lk_019caea78c827e5b97c4d7f96b8dae35
             */
            lookup_key: string;
            /** @description Price in minor units. */
            amount_minor: components["schemas"]["AmountMinor"];
            /**
             * Format: int64
             * @description Struck-through reference price in minor units, at least `amount_minor`. Null when there is none.
             * @example 5990
             */
            compare_at_amount_minor: number | null;
            currency: components["schemas"]["CurrencyCode"];
            /**
             * @description Sold once, or billed at an interval.
             * @example one_time
             * @enum {string}
             */
            type: "one_time" | "recurring";
            /**
             * @description Billing interval of a `recurring` offer. Null for `one_time`.
             * @example null
             * @example month
             * @enum {string|null}
             */
            billing_interval: "day" | "week" | "month" | "year" | null;
            /**
             * @description Intervals between two bills of a `recurring` offer. Null for `one_time`.
             * @example null
             * @example 1
             */
            interval_count: number | null;
            /**
             * @description Whether it is the product's default offer.
             * @example true
             */
            is_default: boolean;
            /**
             * @description Whether new checkouts can be opened with it.
             * @example true
             */
            active: boolean;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of offers, newest first. */
        OfferList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The offers of this page. */
            data: components["schemas"]["Offer"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A new offer. Price, currency and billing terms never change afterwards. */
        CreateOfferBody: {
            /** @description Price in minor units. */
            amount_minor: components["schemas"]["AmountMinor"];
            currency: components["schemas"]["CurrencyCode"];
            /**
             * @description Name of the offer, stored trimmed.
             * @default Padrão
             * @example Padrão
             */
            name?: string;
            /**
             * Format: int64
             * @description Struck-through reference price in minor units, at least `amount_minor`.
             * @example 5990
             */
            compare_at_amount_minor?: number;
            /**
             * @description Sold once, or billed at an interval.
             * @default one_time
             * @example one_time
             * @enum {string}
             */
            type?: "one_time" | "recurring";
            /**
             * @description Billing interval: required for `recurring`, not allowed for `one_time`.
             * @example month
             * @enum {string}
             */
            billing_interval?: "day" | "week" | "month" | "year";
            /**
             * @description Intervals between two bills: `recurring` only, where it is 1 unless sent. Not allowed for `one_time`.
             * @example 1
             */
            interval_count?: number;
            /**
             * @description Whether it becomes the product's default. It does so anyway when the product has no active default.
             * @default false
             * @example true
             */
            is_default?: boolean;
        };
        /** @description Changes to an offer: at least one field. */
        UpdateOfferBody: {
            /**
             * @description New name, stored trimmed.
             * @example Preço de lançamento
             */
            name?: string;
            /**
             * @description Whether new checkouts can be opened with it. The default offer cannot be deactivated.
             * @example true
             */
            active?: boolean;
            /**
             * @description `true` makes it the default and demotes the present one; the offer must be active, or become so in the same request. `false` is refused for the default offer and changes nothing for any other.
             * @example true
             */
            is_default?: boolean;
        };
        /** @description A hosted payment session for an offer or a cart. */
        Checkout: {
            id: components["schemas"]["CheckoutId"];
            /**
             * @description Always `checkout`.
             * @constant
             */
            object: "checkout";
            /** @description The customer, if one was named. */
            customer_id: components["schemas"]["CustomerId"] | null;
            /**
             * @description Your reference, unique in the account.
             * @example pedido-1042
             */
            external_id: string | null;
            /**
             * @description Always `payment`.
             * @constant
             */
            mode: "payment";
            status: components["schemas"]["CheckoutStatus"];
            currency: components["schemas"]["CurrencyCode"];
            /** @description Total in minor units. */
            amount_total_minor: components["schemas"]["AmountMinor"];
            amount_refunded_minor: components["schemas"]["AmountRefundedMinor"];
            /**
             * @description The payment that completed it. Null until then.
             * @example pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4
             */
            payment_id: string | null;
            /**
             * Format: uri
             * @description The payment page: redirect the buyer there. Anyone who has it can see and pay the session.
             * @example http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q
             */
            checkout_url: string;
            /**
             * Format: iri
             * @description Where the buyer goes after payment.
             * @example https://loja.example/obrigado
             */
            success_url: string | null;
            /**
             * Format: iri
             * @description Where the buyer goes to abandon the purchase.
             * @example https://loja.example/carrinho
             */
            cancel_url: string | null;
            /** @description Your key-value pairs, as sent. */
            metadata: components["schemas"]["Metadata"];
            /** @description What is sold, in the order in which it was sent: one item for an offer, up to 100 for a cart. */
            line_items: components["schemas"]["CheckoutLineItem"][];
            /** @description 24 hours after creation. Unpaid by then, it is `expired`. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When an open session is canceled by itself, as `POST /v1/cart_checkouts` was told. Null when it was not.
             * @example 2026-03-02T13:10:05.731Z
             */
            cancel_at: string | null;
            /** @description When it was paid. Null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `open` until it is paid, canceled, or 24 hours old. The other three are final.
         * @example open
         * @enum {string}
         */
        CheckoutStatus: "open" | "completed" | "expired" | "canceled";
        /** @description A page of checkouts, newest first. */
        CheckoutList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The checkouts of this page. */
            data: components["schemas"]["Checkout"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description An item of a checkout, as product and offer were when the session was opened. An item of a cart without an offer has ids of its own, which belong to no product and no offer: to read one answers 404. */
        CheckoutLineItem: {
            id: components["schemas"]["LineItemId"];
            /**
             * @description Always `checkout_line_item`.
             * @constant
             */
            object: "checkout_line_item";
            /** @description The product. */
            product_id: components["schemas"]["ProductId"];
            /** @description The offer. */
            offer_id: components["schemas"]["OfferId"];
            /**
             * @description Name of the product, or of the item.
             * @example Caneca de cerâmica
             */
            name: string;
            /**
             * @description Description of the product, or of the item. May be empty.
             * @example Caneca de 300 ml, queimada a 1.200 °C.
             */
            description: string;
            /**
             * @description Name of the offer; of an item without one, its own.
             * @example Padrão
             */
            offer_name: string;
            /**
             * @description How many.
             * @example 1
             */
            quantity: number;
            currency: components["schemas"]["CurrencyCode"];
            /**
             * Format: int64
             * @description Price of one, in minor units: negative for a `discount`.
             * @example 4990
             */
            unit_amount_minor: number;
            /**
             * Format: int64
             * @description Price of all, `unit_amount_minor` times `quantity`. Those of all items sum to the session's `amount_total_minor`.
             * @example 4990
             */
            total_amount_minor: number;
            /**
             * @description Type of the offer. Only `one_time` offers can be in a checkout today.
             * @example one_time
             * @enum {string}
             */
            type: "one_time" | "recurring";
            /**
             * @description Billing interval of a `recurring` offer. Null for `one_time`.
             * @example null
             * @example month
             * @enum {string|null}
             */
            billing_interval: "day" | "week" | "month" | "year" | null;
            /**
             * @description Intervals between two bills of a `recurring` offer. Null for `one_time`.
             * @example null
             * @example 1
             */
            interval_count: number | null;
            /** @description The product's key-value pairs, or those of the item. */
            metadata: components["schemas"]["Metadata"];
            kind: components["schemas"]["LineItemKind"];
        };
        /**
         * @description What an item is: something sold, freight, a fee, or a `discount`, whose amount is negative.
         * @example product
         * @enum {string}
         */
        LineItemKind: "product" | "shipping" | "fee" | "discount";
        /**
         * @description One line of a cart: an offer of the catalogue by its `offer_id`, or an item of your own by its `name` and `unit_amount_minor`.
         * @example {
         *       "name": "Caneca de cerâmica",
         *       "unit_amount_minor": 4990,
         *       "quantity": 2
         *     }
         * @example {
         *       "offer_id": "offer_019caea7-8c82-7e5b-97c4-d7f96b8dae35"
         *     }
         * @example {
         *       "name": "Cupom BEMVINDO",
         *       "unit_amount_minor": -998,
         *       "kind": "discount"
         *     }
         */
        CartItem: {
            /** @description An active `one_time` offer of an active product. Name and price are those of the offer. */
            offer_id?: components["schemas"]["OfferId"];
            /**
             * @description How many.
             * @default 1
             * @example 2
             */
            quantity?: number;
            /**
             * @description What the buyer reads, stored trimmed.
             * @example Caneca de cerâmica
             */
            name?: string;
            /**
             * Format: int64
             * @description Price of one, in minor units: 0 or more, and of a `discount` less than 0.
             * @example 4990
             */
            unit_amount_minor?: number;
            /**
             * @description More about it, for the buyer.
             * @example 300 ml, queimada a 1.200 °C.
             */
            description?: string;
            /** @description What it is; `product` when it is not said. */
            kind?: components["schemas"]["LineItemKind"];
            /** @description Your own key-value pairs: any JSON object of at most 16 KiB and 8 levels, with numbers below 2^53. Returned as sent. */
            metadata?: components["schemas"]["ReplacedMetadata"];
        };
        /** @description The buyer. The active customer with this e-mail is used as it is; when there is none, one is made. */
        CartCustomer: {
            /**
             * @description Full name or company name, stored trimmed.
             * @example Padaria Pão Quente Ltda
             */
            name: string;
            /**
             * Format: email
             * @description E-mail in ASCII, compared and stored in lower case. Unique in the account.
             * @example compras@padaria.example
             */
            email: string;
            /**
             * @description Phone number; E.164 is recommended.
             * @example +551133334444
             */
            phone?: string;
            /**
             * @description CPF or CNPJ, digits only or formatted. Stored as sent.
             * @example 12.345.678/0001-95
             */
            tax_id?: string;
        };
        /** @description A new session for a cart. */
        CreateCartCheckoutBody: {
            /** @description What is sold. The sum of all items is what the buyer pays: at least 1 and at most 99999999999. */
            items: components["schemas"]["CartItem"][];
            /** @description An active customer of the account, instead of `customer`. */
            customer_id?: components["schemas"]["CustomerId"];
            /** @description The buyer, instead of `customer_id`. Needs the scope `customers:write` as well. */
            customer?: components["schemas"]["CartCustomer"];
            /**
             * @description Currency of all amounts.
             * @default BRL
             * @example BRL
             * @enum {string}
             */
            currency?: "BRL";
            /**
             * @description Your reference, unique in the account for ever; case counts. A repeat is refused, which makes retries safe.
             * @example pedido-1042
             */
            external_id?: string;
            /**
             * Format: iri
             * @description Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password.
             * @example https://loja.example/obrigado
             */
            success_url?: string;
            /**
             * Format: iri
             * @description Where the buyer goes to abandon the purchase: `http` or `https`, in live mode `https`, without a user or a password.
             * @example https://loja.example/carrinho
             */
            cancel_url?: string;
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the session is canceled if it is still open, for instance when the shop gives the stock free: a moment as RFC 3339 writes it, later than now, and not after the session's 24 hours.
             * @example 2026-03-02T14:10:05.000Z
             */
            cancel_at?: string;
        };
        /** @description What a seller says of itself, and which mails are sent. */
        Settings: {
            /**
             * @description Always `settings`.
             * @constant
             */
            object: "settings";
            /**
             * @description Name that buyers see on pages, receipts and mails; without it, the seller's own.
             * @example Loja Exemplo
             * @example null
             */
            display_name: string | null;
            /**
             * @description Registered name of the company, shown on receipts.
             * @example Loja Exemplo Ltda
             * @example null
             */
            legal_name: string | null;
            /**
             * @description CPF or CNPJ as sent, shown on receipts.
             * @example 12.345.678/0001-95
             * @example null
             */
            tax_id: string | null;
            /**
             * Format: email
             * @description Where buyers can write to.
             * @example ajuda@loja.example
             * @example null
             */
            support_email: string | null;
            /**
             * @description Phone number for buyers, as sent.
             * @example +551133334444
             * @example null
             */
            support_phone: string | null;
            /**
             * Format: iri
             * @description Address of the shop, `http` or `https`.
             * @example https://loja.example
             * @example null
             */
            website_url: string | null;
            /**
             * @description Colour of buttons and links on the pages, `#rrggbb`. It is made darker or lighter where text would not be readable.
             * @example #0a6b51
             * @example null
             */
            accent_color: string | null;
            /**
             * Format: iri
             * @description Where the page leads after payment when the checkout has no `success_url`; its own field stays null.
             * @example https://loja.example/obrigado
             * @example null
             */
            default_success_url: string | null;
            /**
             * Format: iri
             * @description Where the page leads back when the checkout has no `cancel_url`; its own field stays null.
             * @example https://loja.example/carrinho
             * @example null
             */
            default_cancel_url: string | null;
            /**
             * @description Text at the end of receipts, such as how to exchange what was bought.
             * @example Trocas em até 30 dias.
             * @example null
             */
            receipt_note: string | null;
            /**
             * Format: uri
             * @description Where the logo is served, for everybody; null without one.
             * @example http://localhost:3000/logos/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1/n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg
             * @example null
             */
            logo_url: string | null;
            /** @description Which mails are sent, where the service sends mail at all. */
            mail: {
                /**
                 * @description Receipts to buyers.
                 * @example true
                 */
                buyer_receipt: boolean;
                /**
                 * @description News of refunds to buyers.
                 * @example true
                 */
                buyer_refund: boolean;
                /**
                 * @description Every sale to the people of the account.
                 * @example true
                 */
                seller_sale: boolean;
                /**
                 * @description What needs attention to the people of the account: a refund that failed, money that the bank took back, a certificate that ends, an endpoint that fails, a new owner, a new passkey, another bank.
                 * @example true
                 */
                seller_attention: boolean;
            };
        };
        /** @description Changes to the settings: at least one field. */
        UpdateSettingsBody: {
            /**
             * @description Name that buyers see on pages, receipts and mails; without it, the seller's own.
             * @example Loja Exemplo
             * @example null
             */
            display_name?: string | null;
            /**
             * @description Registered name of the company, shown on receipts.
             * @example Loja Exemplo Ltda
             * @example null
             */
            legal_name?: string | null;
            /**
             * @description CPF or CNPJ as sent, shown on receipts.
             * @example 12.345.678/0001-95
             * @example null
             */
            tax_id?: string | null;
            /**
             * Format: email
             * @description Where buyers can write to.
             * @example ajuda@loja.example
             * @example null
             */
            support_email?: string | null;
            /**
             * @description Phone number for buyers, as sent.
             * @example +551133334444
             * @example null
             */
            support_phone?: string | null;
            /**
             * Format: iri
             * @description Address of the shop, `http` or `https`.
             * @example https://loja.example
             * @example null
             */
            website_url?: string | null;
            /**
             * @description Colour of buttons and links on the pages, `#rrggbb`. It is made darker or lighter where text would not be readable.
             * @example #0a6b51
             * @example null
             */
            accent_color?: string | null;
            /**
             * Format: iri
             * @description Where the page leads after payment when the checkout has no `success_url`; its own field stays null.
             * @example https://loja.example/obrigado
             * @example null
             */
            default_success_url?: string | null;
            /**
             * Format: iri
             * @description Where the page leads back when the checkout has no `cancel_url`; its own field stays null.
             * @example https://loja.example/carrinho
             * @example null
             */
            default_cancel_url?: string | null;
            /**
             * @description Text at the end of receipts, such as how to exchange what was bought.
             * @example Trocas em até 30 dias.
             * @example null
             */
            receipt_note?: string | null;
            /** @description Which mails are sent. What is left out stays. */
            mail?: {
                /**
                 * @description Receipts to buyers.
                 * @example true
                 */
                buyer_receipt?: boolean;
                /**
                 * @description News of refunds to buyers.
                 * @example true
                 */
                buyer_refund?: boolean;
                /**
                 * @description Every sale to the people of the account.
                 * @example true
                 */
                seller_sale?: boolean;
                /**
                 * @description What needs attention to the people of the account: a refund that failed, money that the bank took back, a certificate that ends, an endpoint that fails, a new owner, a new passkey, another bank.
                 * @example true
                 */
                seller_attention?: boolean;
            };
        };
        /** @description The file of an image. */
        SetLogoBody: {
            /**
             * @description What the file is.
             * @example image/png
             * @enum {string}
             */
            content_type: "image/png" | "image/jpeg" | "image/webp";
            /**
             * @description The file in base64, with padding and without line breaks.
             * @example iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQAAAABbAUdZAAAADElEQVR4nGNgGNwAAACgAAGwBmIYAAAAAElFTkSuQmCC
             */
            data: string;
        };
        /**
         * @description Id of a payment link.
         * @example link_019caeb5-2c4d-7e6f-8a1b-3c5d7e9f0a2b
         */
        PaymentLinkId: string;
        /**
         * @description A field of the page. `tax_id` is a CPF or CNPJ, whose check digits have to be right.
         * @example email
         * @enum {string}
         */
        CollectedField: "name" | "email" | "tax_id" | "phone";
        /** @description An address to give away, each of whose buyers gets a session of their own. */
        PaymentLink: {
            id: components["schemas"]["PaymentLinkId"];
            /**
             * @description Always `payment_link`.
             * @constant
             */
            object: "payment_link";
            /**
             * Format: uri
             * @description The page to give away.
             * @example http://localhost:3000/l/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q
             */
            url: string;
            /**
             * @description The heading of the page, and the name of a `custom_amount`.
             * @example Caneca de cerâmica
             */
            name: string;
            /** @description What each session sells, as it was sent. An offer has the name and price that it has when the session is opened. Null with a `custom_amount`. */
            items: components["schemas"]["CartItem"][] | null;
            /** @description Between which amounts the buyer types one. Null with `items`. */
            custom_amount: {
                /**
                 * Format: int64
                 * @description The least.
                 * @example 500
                 */
                min_minor: number;
                /**
                 * Format: int64
                 * @description The most, at least `min_minor`.
                 * @example 100000
                 */
                max_minor: number;
            } | null;
            /** @description Between which numbers the buyer chooses how many of each `product` item. Null where the items say it. */
            quantity: {
                /**
                 * @description The least.
                 * @example 1
                 */
                min: number;
                /**
                 * @description The most, at least `min`.
                 * @example 5
                 */
                max: number;
            } | null;
            /**
             * @description What the buyer has to give before a session opens. With an `email`, it is kept as a customer: the active customer with that e-mail stays as it is, a new one is made where there is none, and with that of an inactive one the session has no customer. Without `email`, nothing of it is kept.
             * @example [
             *       "name",
             *       "email"
             *     ]
             */
            collect: components["schemas"]["CollectedField"][];
            /**
             * @description How many of its sessions can be paid. Open sessions count as taken. Null for any number.
             * @example 100
             */
            max_payments: number | null;
            /**
             * @description How many of its sessions were paid.
             * @example 37
             */
            payments_count: number;
            /**
             * @description Whether it opens sessions. False ends it.
             * @example true
             */
            active: boolean;
            /**
             * Format: date-time
             * @description When it ends. Null for no end.
             * @example 2026-03-02T13:10:05.731Z
             */
            ends_at: string | null;
            /**
             * Format: iri
             * @description Where the buyer goes after payment. Null when not given.
             * @example https://loja.example/obrigado
             */
            success_url: string | null;
            /**
             * @description Your key-value pairs, as sent.
             * @example {
             *       "campanha": "outono"
             *     }
             */
            metadata: {
                [key: string]: unknown;
            };
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of payment links, newest first. */
        PaymentLinkList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The links of this page. */
            data: components["schemas"]["PaymentLink"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /**
         * @description A new link: with `items`, or with a `custom_amount`.
         * @example {
         *       "name": "Caneca de cerâmica",
         *       "items": [
         *         {
         *           "name": "Caneca de cerâmica",
         *           "unit_amount_minor": 4990
         *         }
         *       ],
         *       "quantity": {
         *         "min": 1,
         *         "max": 5
         *       },
         *       "collect": [
         *         "name",
         *         "email"
         *       ],
         *       "max_payments": 100,
         *       "ends_at": "2026-04-01T03:00:00.000Z",
         *       "success_url": "https://loja.example/obrigado",
         *       "metadata": {
         *         "campanha": "outono"
         *       }
         *     }
         * @example {
         *       "name": "Doação",
         *       "custom_amount": {
         *         "min_minor": 500,
         *         "max_minor": 100000
         *       }
         *     }
         */
        CreatePaymentLinkBody: {
            /**
             * @description The heading of the page, and the name of a `custom_amount`. Stored trimmed.
             * @example Caneca de cerâmica
             */
            name: string;
            /** @description What each session sells. Whatever quantity the buyer chooses, their sum is at least 1 and at most 99999999999. */
            items?: components["schemas"]["CartItem"][] | null;
            /** @description Between which amounts the buyer types one, in minor units, instead of `items`. */
            custom_amount?: {
                /**
                 * Format: int64
                 * @description The least.
                 * @example 500
                 */
                min_minor: number;
                /**
                 * Format: int64
                 * @description The most, at least `min_minor`.
                 * @example 100000
                 */
                max_minor: number;
            } | null;
            /** @description Between which numbers the buyer chooses how many of each `product` item; with `items` only. It takes the place of their own `quantity`. */
            quantity?: {
                /**
                 * @description The least.
                 * @example 1
                 */
                min: number;
                /**
                 * @description The most, at least `min`.
                 * @example 5
                 */
                max: number;
            } | null;
            /**
             * @description What the buyer has to give before a session opens. With an `email`, it is kept as a customer: the active customer with that e-mail stays as it is, a new one is made where there is none, and with that of an inactive one the session has no customer. Without `email`, nothing of it is kept.
             * @default []
             * @example [
             *       "name",
             *       "email"
             *     ]
             */
            collect?: components["schemas"]["CollectedField"][];
            /**
             * @description How many of its sessions can be paid. Open sessions count as taken, so never more are. Null for any number.
             * @example 100
             */
            max_payments?: number | null;
            /**
             * Format: date-time
             * @description When it ends: a moment as RFC 3339 writes it. Null for no end.
             * @example 2026-04-01T03:00:00.000Z
             */
            ends_at?: string | null;
            /**
             * Format: iri
             * @description Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password.
             * @example https://loja.example/obrigado
             */
            success_url?: string | null;
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Changes to a link: at least one field. */
        UpdatePaymentLinkBody: {
            /**
             * @description New name, stored trimmed.
             * @example Caneca de cerâmica
             */
            name?: string;
            /**
             * @description False ends it, true takes it up again.
             * @example false
             */
            active?: boolean;
            /**
             * @description How many of its sessions can be paid; null for any number.
             * @example 200
             */
            max_payments?: number | null;
            /**
             * Format: date-time
             * @description When it ends, as RFC 3339 writes it; null for no end.
             * @example 2026-05-01T03:00:00.000Z
             */
            ends_at?: string | null;
            /**
             * Format: iri
             * @description Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password. Null removes it.
             * @example https://loja.example/obrigado
             */
            success_url?: string | null;
            /** @description Replaces all key-value pairs. */
            metadata?: components["schemas"]["ReplacedMetadata"];
        };
        /** @description What the buyer typed. A link has those of the fields that it asks for; what is typed into others is ignored. */
        PaymentLinkForm: {
            /**
             * @description The amount of a `custom_amount`, as people write it: `49,90`, `1.234,50`, `R$ 49,90`.
             * @example 49,90
             */
            amount?: string;
            /**
             * @description How many of each product.
             * @example 2
             */
            quantity?: string;
            /**
             * @description Full name or company name.
             * @example Ana Souza
             */
            name?: string;
            /**
             * @description E-mail in ASCII.
             * @example ana@example.com
             */
            email?: string;
            /**
             * @description CPF or CNPJ, however it is punctuated.
             * @example 529.982.247-25
             */
            tax_id?: string;
            /**
             * @description Phone number.
             * @example +5511999998888
             */
            phone?: string;
        };
        /** @description A new session. */
        CreateCheckoutBody: {
            /** @description An active `one_time` offer of an active product. */
            offer_id: components["schemas"]["OfferId"];
            /** @description An active customer of the account. */
            customer_id?: components["schemas"]["CustomerId"];
            /**
             * @description Your reference, unique in the account for ever; case counts. A repeat is refused, which makes retries safe.
             * @example pedido-1042
             */
            external_id?: string;
            /**
             * Format: iri
             * @description Where the buyer goes after payment: `http` or `https`, in live mode `https`, without a user or a password.
             * @example https://loja.example/obrigado
             */
            success_url?: string;
            /**
             * Format: iri
             * @description Where the buyer goes to abandon the purchase: `http` or `https`, in live mode `https`, without a user or a password.
             * @example https://loja.example/carrinho
             */
            cancel_url?: string;
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        /**
         * @description Id of a webhook endpoint.
         * @example wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6
         */
        WebhookEndpointId: string;
        /**
         * @description Id of a webhook delivery.
         * @example del_019caeb2-01f4-7b5a-8e71-c2d3e4f5a6b7
         */
        WebhookDeliveryId: string;
        /** @description An API client of the account. */
        ApiClientRecord: {
            id: components["schemas"]["ClientId"];
            /**
             * @description Always `api_client`.
             * @constant
             */
            object: "api_client";
            /**
             * @description Label of the client.
             * @example Loja virtual
             */
            name: string;
            /**
             * @description OAuth client identifier, safe to log.
             * @example bci_9sXbT2vQe7LmWc4RkZ1HyA
             */
            client_id: string;
            /**
             * @description Scopes that it can ask for, as they were sent.
             * @example [
             *       "checkouts:read",
             *       "checkouts:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description A `revoked` client gets no tokens, and stays so.
             * @example active
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: date-time
             * @description Until when the secret before the present one still gets tokens. Null when it does not.
             * @example 2026-03-02T13:10:05.731Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            revoked_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description An API client that has ended, and what it had made. */
        RevokedApiClient: {
            id: components["schemas"]["ClientId"];
            /**
             * @description Always `api_client`.
             * @constant
             */
            object: "api_client";
            /**
             * @description Label of the client.
             * @example Loja virtual
             */
            name: string;
            /**
             * @description OAuth client identifier, safe to log.
             * @example bci_9sXbT2vQe7LmWc4RkZ1HyA
             */
            client_id: string;
            /**
             * @description Scopes that it can ask for, as they were sent.
             * @example [
             *       "checkouts:read",
             *       "checkouts:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description A `revoked` client gets no tokens, and stays so.
             * @example active
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: date-time
             * @description Until when the secret before the present one still gets tokens. Null when it does not.
             * @example 2026-03-02T13:10:05.731Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            revoked_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description The ids of what it had made that was alive: API clients, users, webhook endpoints, the bank connection. What it had made by a client or a user that has ended is among them. */
            made: components["schemas"]["MadeId"][];
            /** @description The ids of what `end_made` has ended: all of `made`, and what those had made. Empty without it. */
            ended: components["schemas"]["MadeId"][];
        };
        /** @description An API client of the account, with the secret that was just made. */
        ApiClientWithSecret: {
            id: components["schemas"]["ClientId"];
            /**
             * @description Always `api_client`.
             * @constant
             */
            object: "api_client";
            /**
             * @description Label of the client.
             * @example Loja virtual
             */
            name: string;
            /**
             * @description OAuth client identifier, safe to log.
             * @example bci_9sXbT2vQe7LmWc4RkZ1HyA
             */
            client_id: string;
            /**
             * @description The secret, shown once: keep it on a server, and in no repository. Absent when the answer is given again by an `Idempotency-Key`.
             * @example bcs_V3kq8sYt1LxWm5Zb7NcHa0PdJu2Se9Gf4Qi6KoRtAbU
             */
            client_secret?: string;
            /**
             * @description Scopes that it can ask for, as they were sent.
             * @example [
             *       "checkouts:read",
             *       "checkouts:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
            /**
             * @description A `revoked` client gets no tokens, and stays so.
             * @example active
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: date-time
             * @description Until when the secret before the present one still gets tokens. Null when it does not.
             * @example 2026-03-02T13:10:05.731Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            revoked_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of API clients, newest first. */
        ApiClientList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The API clients of this page. */
            data: components["schemas"]["ApiClientRecord"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example client_019caeb0-4d1e-7a3b-8c52-e6f7a8b9c0d1
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A new API client. */
        CreateApiClientBody: {
            /**
             * @description Label of the client, stored trimmed.
             * @example Loja virtual
             */
            name: string;
            /**
             * @description Scopes that it can ask for, each of which your own token has.
             * @example [
             *       "checkouts:read",
             *       "checkouts:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description Changes to an API client: at least one field. */
        UpdateApiClientBody: {
            /**
             * @description Label of the client, stored trimmed.
             * @example Loja virtual
             */
            name?: string;
            /**
             * @description All scopes that it can ask for from now on, each of which your own token has.
             * @example [
             *       "checkouts:read",
             *       "checkouts:write"
             *     ]
             */
            scopes?: components["schemas"]["Scope"][];
        };
        /** @description What becomes of the secret before. */
        RotateApiClientSecretBody: {
            /**
             * @description For how many seconds the secret before still gets tokens. With 0 it ends at once, and so does every token of the client.
             * @default 0
             * @example 3600
             */
            previous_secret_seconds?: number;
        };
        /** @description A key on a device, by which a user signs in. */
        Passkey: {
            id: components["schemas"]["PasskeyId"];
            /**
             * @description The device, as it was named when the passkey was made.
             * @example Notebook
             */
            name: string;
            /** @description When it was made. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it last signed in or confirmed. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            last_used_at: string | null;
        };
        /** @description A person who signs in to the account's dashboard. */
        User: {
            id: components["schemas"]["UserId"];
            /**
             * @description Always `user`.
             * @constant
             */
            object: "user";
            /**
             * Format: email
             * @description E-mail in lower case, unique among the users of the account.
             * @example ana@loja.example
             */
            email: string;
            role: components["schemas"]["Role"];
            /**
             * @description An `invited` user has no passkey yet. A `removed` one has ended.
             * @example active
             * @enum {string}
             */
            status: "invited" | "active" | "removed";
            /** @description The passkeys by which it signs in, oldest first. */
            passkeys: components["schemas"]["Passkey"][];
            /**
             * Format: date-time
             * @description When it last signed in. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            last_signed_in_at: string | null;
            /** @description When it was first invited. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A user who has ended, and what the user had made. */
        RemovedUser: {
            id: components["schemas"]["UserId"];
            /**
             * @description Always `user`.
             * @constant
             */
            object: "user";
            /**
             * Format: email
             * @description E-mail in lower case, unique among the users of the account.
             * @example ana@loja.example
             */
            email: string;
            role: components["schemas"]["Role"];
            /**
             * @description An `invited` user has no passkey yet. A `removed` one has ended.
             * @example active
             * @enum {string}
             */
            status: "invited" | "active" | "removed";
            /** @description The passkeys by which it signs in, oldest first. */
            passkeys: components["schemas"]["Passkey"][];
            /**
             * Format: date-time
             * @description When it last signed in. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            last_signed_in_at: string | null;
            /** @description When it was first invited. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description The ids of what it had made that was alive: API clients, users, webhook endpoints, the bank connection. What it had made by a client or a user that has ended is among them. */
            made: components["schemas"]["MadeId"][];
            /** @description The ids of what `end_made` has ended: all of `made`, and what those had made. Empty without it. */
            ended: components["schemas"]["MadeId"][];
        };
        /** @description A user, with the invitation that was just made. */
        UserWithInvitation: {
            id: components["schemas"]["UserId"];
            /**
             * @description Always `user`.
             * @constant
             */
            object: "user";
            /**
             * Format: email
             * @description E-mail in lower case, unique among the users of the account.
             * @example ana@loja.example
             */
            email: string;
            role: components["schemas"]["Role"];
            /**
             * @description An `invited` user has no passkey yet. A `removed` one has ended.
             * @example active
             * @enum {string}
             */
            status: "invited" | "active" | "removed";
            /** @description The passkeys by which it signs in, oldest first. */
            passkeys: components["schemas"]["Passkey"][];
            /**
             * Format: date-time
             * @description When it last signed in. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            last_signed_in_at: string | null;
            /** @description When it was first invited. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: uri
             * @description Where the user makes a passkey, shown once: send it to that person only. Absent when the answer is given again by an `Idempotency-Key`.
             * @example http://localhost:3000/dashboard/join/AZyua2YAehydB-O1L05o0fTq2Wn0sYt1LxWm5Zb7NcHa0PdJu2Se9Gf4Qi6KoRtA
             */
            invitation_url?: string;
            /** @description Until when the invitation can be used. */
            invitation_expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of users, newest first. */
        UserList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The users of this page. */
            data: components["schemas"]["User"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5
             * @example null
             */
            next_cursor: string | null;
        };
        /**
         * @description Id of what a client or a user has made: an API client, a user, an endpoint or a bank connection.
         * @example client_019caeb0-4d1e-7a3b-8c52-e6f7a8b9c0d1
         */
        MadeId: string;
        /** @description Who has made something. */
        AccessMaker: {
            /**
             * @description A `user` of the dashboard, an `api_client`, or the `operator` at the service's command line.
             * @example user
             * @enum {string}
             */
            type: "user" | "api_client" | "operator";
            /**
             * @description Id of the user or the API client, which may have ended since. Null for the operator.
             * @example user_019caeb3-1a2b-7c4d-9e5f-60718293a4b5
             */
            id: string | null;
            /**
             * @description The e-mail address of the user, the name of the API client, or the operator's name on the machine.
             * @example ana@loja.example
             */
            name: string | null;
        };
        /** @description Something that can act for the account. */
        AccessGrant: {
            /**
             * @description Id of the API client, the user, the webhook endpoint or the bank connection; of a session and an invitation, an id that leads to no token.
             * @example client_019caeb0-4d1e-7a3b-8c52-e6f7a8b9c0d1
             */
            id: string;
            /**
             * @description Always `access_grant`.
             * @constant
             */
            object: "access_grant";
            /**
             * @description An `api_client` acts by its tokens, a `session` for a `user` who has signed in, an `invitation` makes a passkey of its user, a `webhook_endpoint` is sent what is sold, and a `bank_connection` is where the money goes.
             * @example api_client
             * @enum {string}
             */
            type: "api_client" | "user" | "session" | "webhook_endpoint" | "invitation" | "bank_connection";
            /**
             * @description The name of the API client, the e-mail address of the user, the `url` of the endpoint, or the profile of the bank.
             * @example Loja virtual
             */
            name: string;
            /**
             * @description The scopes of the API client; of an endpoint, the one that reads what it is sent. Null where `role` says it, and for the bank connection.
             * @example [
             *       "checkouts:read",
             *       "checkouts:write"
             *     ]
             */
            scopes: components["schemas"]["Scope"][] | null;
            /**
             * @description The role of the user; of a session and an invitation, that of its user. Else null.
             * @example finance
             * @enum {string|null}
             */
            role: "owner" | "developer" | "finance" | "viewer" | null;
            /**
             * @description The browser and the system of a session, as far as the browser names them. Else null.
             * @example Firefox, Linux
             * @example null
             */
            device: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Who made it; of a user, who invited them first; of a session, its user. Null when that is not known: it was made before makers were kept, and the audit trail does not reach back so far. */
            created_by: components["schemas"]["AccessMaker"] | null;
            /**
             * Format: date-time
             * @description When the API client last got a token, to the hour; when the user last signed in; when the session was last used, to the minute; when something was last delivered to the endpoint. Null until then, and for the others.
             * @example 2026-03-02T13:10:05.731Z
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When the invitation ends, and the session at the latest: it ends an hour after its last use, too. Null for the others, which end when somebody ends them.
             * @example 2026-03-02T13:10:05.731Z
             */
            expires_at: string | null;
        };
        /** @description A page of access grants, newest first. */
        AccessGrantList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The access grants of this page. */
            data: components["schemas"]["AccessGrant"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example client_019caeb0-4d1e-7a3b-8c52-e6f7a8b9c0d1
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Who is invited, and as what. */
        InviteUserBody: {
            /**
             * Format: email
             * @description E-mail in ASCII, compared and stored in lower case.
             * @example ana@loja.example
             */
            email: string;
            role: components["schemas"]["Role"];
        };
        /** @description Changes to a user. */
        UpdateUserBody: {
            role: components["schemas"]["Role"];
        };
        /**
         * @description Id of a transfer in the whole Pix system.
         * @example E00416968202603021312a1b2c3d4e5f
         */
        EndToEndId: string;
        /**
         * @description Id of a charge at the bank.
         * @example 019caeab92a3707db5e6f9b18daf0c57
         */
        Txid: string;
        /**
         * @description `succeeded`, `partially_refunded` or `refunded` for the payment that completed its checkout; `returned` for money that did not, and is sent back.
         * @example succeeded
         * @enum {string}
         */
        PaymentStatusName: "succeeded" | "partially_refunded" | "refunded" | "returned";
        /** @description A transfer that arrived for a checkout. */
        Payment: {
            id: components["schemas"]["PaymentId"];
            /**
             * @description Always `payment`.
             * @constant
             */
            object: "payment";
            /** @description The checkout that it arrived for. */
            checkout_id: components["schemas"]["CheckoutId"];
            status: components["schemas"]["PaymentStatusName"];
            /** @description What arrived, in minor units. */
            amount_minor: components["schemas"]["AmountMinor"];
            /** @description How much of it has gone back to the buyer, in minor units, by refunds of every origin. */
            amount_refunded_minor: components["schemas"]["AmountRefundedMinor"];
            currency: components["schemas"]["CurrencyCode"];
            /**
             * @description Always `pix`.
             * @constant
             */
            method: "pix";
            /**
             * @description Its id in the whole Pix system, as the bank's statement has it; one of that form in the sandbox. Null in payments of the sandbox that are older than these ids.
             * @example E00416968202603021312a1b2c3d4e5f
             */
            end_to_end_id: string | null;
            /**
             * @description The charge that it paid, at the bank. Null in payments of the sandbox that are older than these ids.
             * @example 019caeab92a3707db5e6f9b18daf0c57
             */
            txid: string | null;
            /**
             * @description Why it is sent back, when its `status` is `returned`; else null.
             * @example null
             * @example duplicate
             * @enum {string|null}
             */
            return_reason: "late" | "canceled" | "duplicate" | "wrong_amount" | null;
            /** @description When the money arrived. */
            paid_at: components["schemas"]["Timestamp"];
            /** @description When it was recorded. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of payments. */
        PaymentList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The payments of this page. */
            data: components["schemas"]["Payment"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4
             * @example null
             */
            next_cursor: string | null;
        };
        /**
         * @description `pending` until the bank has carried it out (`succeeded`) or has not (`failed`: its amount can be refunded again).
         * @example succeeded
         * @enum {string}
         */
        RefundStatus: "pending" | "succeeded" | "failed";
        /**
         * @description `payment`: settled its session. `refund`: of such a payment, by you. `reversal`: of such a payment, what the bank took back. `returned_payment`: a transfer that settled nothing. `return`: what went back of that.
         * @example payment
         * @enum {string}
         */
        StatementEntryType: "payment" | "refund" | "reversal" | "returned_payment" | "return";
        /** @description The customer of the session, as it is now. */
        StatementCustomer: {
            id: components["schemas"]["CustomerId"];
            /**
             * @description The customer's name.
             * @example Ana Souza
             */
            name: string;
            /**
             * @description The customer's e-mail address.
             * @example ana@example.com
             */
            email: string;
            /**
             * @description CPF or CNPJ, as sent.
             * @example 529.982.247-25
             * @example null
             */
            tax_id: string | null;
        };
        /** @description Something that was found, with what names it. */
        SearchResult: {
            /**
             * @description Always `search_result`.
             * @constant
             */
            object: "search_result";
            /**
             * @description What it is. More types may come.
             * @example customer
             * @enum {string}
             */
            type: "customer" | "checkout" | "payment" | "refund" | "product" | "payment_link";
            /**
             * @description Its id.
             * @example cus_019caea6-29f2-7c3f-b9a2-b5d74c6b8e13
             */
            id: string;
            /**
             * @description The name; of a session, a payment or a refund the first thing that was sold, and how many more.
             * @example Ana Souza
             */
            title: string;
            /**
             * @description The e-mail address of a customer, the reference of a session, a payment or a refund, the description of a product. Null when there is none.
             * @example ana@cliente.example
             */
            subtitle: string | null;
            /**
             * @description Its state, as the object itself says it.
             * @example active
             */
            status: string;
            /**
             * @description The amount, in minor units; of a product its default price. Null without one.
             * @example 4990
             */
            amount_minor: number | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description What was found. */
        SearchResultList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The results. */
            data: components["schemas"]["SearchResult"][];
        };
        /** @description An amount that came in or went back. */
        StatementEntry: {
            /**
             * @description That of the payment or of the refund.
             * @example pay_019caead-e8f8-7c41-9f0b-3d5e7a91c2d4
             */
            id: string;
            /**
             * @description Always `statement_entry`.
             * @constant
             */
            object: "statement_entry";
            type: components["schemas"]["StatementEntryType"];
            /**
             * @description In minor units: positive when it came in, negative when it went back.
             * @example 4990
             * @example -1990
             */
            amount_minor: number;
            currency: components["schemas"]["CurrencyCode"];
            /** @description When the bank did it; of a refund, when it was settled. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description The day of that in Brasília. */
            date: components["schemas"]["Day"];
            /** @description The payment that it is, or that it is of. */
            payment_id: components["schemas"]["PaymentId"];
            /** @description The session that the payment arrived for. */
            checkout_id: components["schemas"]["CheckoutId"];
            /**
             * @description Your reference of the refund; else that of the session.
             * @example pedido-1042
             * @example null
             */
            external_id: string | null;
            /**
             * @description The payment's id in the Pix system.
             * @example E00416968202603021312a1b2c3d4e5f
             * @example null
             */
            end_to_end_id: string | null;
            /**
             * @description The charge that was paid.
             * @example 019caeab92a3707db5e6f9b18daf0c57
             * @example null
             */
            txid: string | null;
            /** @description The customer of the session. Null when it has none. */
            customer: components["schemas"]["StatementCustomer"] | null;
            /**
             * @description Your reason of the refund; else the names of what was sold.
             * @example Caneca de cerâmica
             */
            description: string;
        };
        /** @description A page of the statement, newest first. */
        StatementEntryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The entries of the page. */
            data: components["schemas"]["StatementEntry"][];
            /**
             * @description Whether there are more.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` for the next page. Null on the last page.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description Money of a payment that goes back to the buyer (a *devolução*). */
        Refund: {
            id: components["schemas"]["RefundId"];
            /**
             * @description Always `refund`.
             * @constant
             */
            object: "refund";
            /** @description The payment that it is taken from. */
            payment_id: components["schemas"]["PaymentId"];
            /** @description The checkout that the payment arrived for. */
            checkout_id: components["schemas"]["CheckoutId"];
            /** @description What goes back, in minor units. */
            amount_minor: components["schemas"]["AmountMinor"];
            currency: components["schemas"]["CurrencyCode"];
            status: components["schemas"]["RefundStatus"];
            /**
             * @description Who ordered it: `seller` by this API; `bank` by itself, after a report of fraud, or at its own screen; `automatic` by the service, because the payment settled nothing.
             * @example seller
             * @enum {string}
             */
            origin: "seller" | "bank" | "automatic";
            /**
             * @description Your reason, as sent.
             * @example Uma caneca chegou quebrada
             */
            reason: string | null;
            /**
             * @description Your reference, unique among the refunds of the account.
             * @example devolucao-1042
             */
            external_id: string | null;
            /** @description Your key-value pairs, as sent. */
            metadata: components["schemas"]["Metadata"];
            /**
             * @description Why it is `failed`, in the bank's words when it gave any; else null.
             * @example Saldo insuficiente
             * @example null
             */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it succeeded. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            completed_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The code by which a checkout is paid. */
        PixCode: {
            /**
             * @description Always `pix_code`.
             * @constant
             */
            object: "pix_code";
            /** @description The checkout that is paid by it. */
            checkout_id: components["schemas"]["CheckoutId"];
            /**
             * @description By which the bank knows the charge, and by which its payment names it. A fiscal document may name it before it is paid.
             * @example 019caeab92a3707db5e6f9b18daf0c57
             */
            txid: string;
            /**
             * @description `ready`: the code is there. `pending`: the bank has not answered yet. `unavailable`: the bank is away or refuses, the account has no bank, or it is suspended.
             * @example ready
             * @enum {string}
             */
            status: "ready" | "pending" | "unavailable";
            /**
             * @description What the buyer copies into the app of a bank (copia e cola). Null unless `ready`.
             * @example 00020126580014br.gov.bcb.pix0136b5e6f9b1-0c57-4a3b-9c45-e2d81f60b7a4520400005303986540549.905802BR5906Balcao6009SAO PAULO62070503***6304A13F
             */
            code: string | null;
            /**
             * @description The code as a whole SVG file, with its white margin. Null unless `ready`.
             * @example <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 49 49"></svg>
             */
            qr_code_svg: string | null;
            /**
             * @description The same as a PNG file in base64, without a prefix. Null unless `ready`.
             * @example iVBORw0KGgoAAAANSUhEUg==
             */
            qr_code_png: string | null;
            /** @description Until when it can be paid: the earlier of `expires_at` and `cancel_at`. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The hosted page of a checkout, as its seller sees it. */
        CheckoutPage: {
            /**
             * @description Always `checkout_page`.
             * @constant
             */
            object: "checkout_page";
            /** @description The checkout that is paid on it. */
            checkout_id: components["schemas"]["CheckoutId"];
            /**
             * Format: uri
             * @description Where it is; the checkout's `checkout_url`.
             * @example http://localhost:3000/pay/Zk3vT8qLr1WmXy5bNc7Ha0PdJu2Se9Gf4Qi6Ko-_RtAbV7nYs2Q
             */
            url: string;
            /**
             * Format: date-time
             * @description When it was first opened while the session was open. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            first_opened_at: string | null;
        };
        /**
         * Format: date
         * @description A day as `yyyy-mm-dd`.
         * @example 2026-03-02
         */
        Day: string;
        /** @description The certificate by which the bank knows the account. */
        BankCertificate: {
            /**
             * @description Whom it names, cut off after 500 characters.
             * @example CN=Loja Exemplo
             */
            subject: string;
            /**
             * @description Its SHA-256 hash in hexadecimal.
             * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
             */
            fingerprint_sha256: string;
            /** @description From when it is valid. */
            valid_from: components["schemas"]["Timestamp"];
            /** @description When it ends. The bank refuses it from then on. */
            valid_to: components["schemas"]["Timestamp"];
        };
        /** @description How the bank is reached, and as whom. */
        ConnectBankBody: {
            /**
             * @description The name of the bank's profile, from `GET /v1/bank_profiles`. Omitted, it is that of the bank connected now unless another address is given, and else `bacen`.
             * @example bb
             */
            profile?: string;
            /**
             * @description What the profile asks for besides the credentials, by name. Omitted, it stays as it is while the profile does. It is kept encrypted and never shown.
             * @example {
             *       "app_key": "chave-da-aplicacao"
             *     }
             */
            profile_values?: {
                [key: string]: string;
            };
            /**
             * @description Where the bank's Pix API is. Omitted, it is where its profile says.
             * @example https://pix.banco.example/pix/v2
             */
            url?: string;
            /**
             * @description Where the bank issues tokens. Omitted, it is where its profile says.
             * @example https://pix.banco.example/oauth/token
             */
            token_url?: string;
            /**
             * @description As the bank gave it.
             * @example loja-exemplo
             */
            client_id?: string;
            /**
             * @description As the bank gave it. It is kept encrypted and never shown.
             * @example segredo-do-banco
             */
            client_secret?: string;
            /**
             * @description The account's certificate for mutual TLS in PEM, or a chain of at most ten that begins with it. Its key is RSA of 2,048 to 4,096 bits, P-256, P-384, P-521 or Ed25519.
             * @example -----BEGIN CERTIFICATE-----
             *     MIIB…
             *     -----END CERTIFICATE-----
             */
            certificate?: string;
            /**
             * @description Its private key in PEM, without a password. It is kept encrypted and never shown.
             * @example -----BEGIN PRIVATE KEY-----
             *     MIIE…
             *     -----END PRIVATE KEY-----
             */
            private_key?: string;
            /**
             * @description Certificate and private key in one PKCS#12 file (`.p12`, `.pfx`) in base64, in place of both. The file has at most 64 KiB.
             * @example MIIJ…
             */
            pkcs12?: string;
            /**
             * @description The password of that file. Omitted, it is empty.
             * @example senha-do-arquivo
             */
            pkcs12_password?: string;
            /**
             * @description The authority of the bank's own certificate in PEM, when it is not a public one.
             * @example -----BEGIN CERTIFICATE-----
             *     MIIB…
             *     -----END CERTIFICATE-----
             * @example null
             */
            authority?: string | null;
            /**
             * @description The Pix key that receives, stored trimmed.
             * @example pix@loja.example
             */
            pix_key: string;
            /**
             * @description The city that stands in the Pix code, stored trimmed.
             * @example São Paulo
             */
            city?: string | null;
            /**
             * @description Whether the bank has to take the address of its callbacks. With `optional`, one that refuses it is connected all the same, and its list of payments is read instead. Omitted, it is `required`, and `optional` for a bank that is connected without callbacks already.
             * @example required
             * @enum {string}
             */
            callbacks?: "required" | "optional";
        };
        /** @description What the bank has answered about its connection. */
        BankTest: {
            /**
             * @description Always `bank_test`.
             * @constant
             */
            object: "bank_test";
            /**
             * @description Whether the bank has answered, has refused the credentials or the Pix key, or could not be reached or used.
             * @example working
             * @enum {string}
             */
            status: "working" | "refused" | "unavailable";
            /**
             * @description Why, in the bank's own words when it gave any. Null when it is `working`.
             * @example pix.banco.example: it refused our certificate.
             * @example null
             */
            problem: string | null;
            /**
             * @description What the bank permits.
             * @example [
             *       "cob.write",
             *       "cob.read"
             *     ]
             */
            scopes: string[];
            /**
             * @description Where the bank announces transfers. Null when nowhere.
             * @example https://pagar.loja.example/pix/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1
             */
            webhook_url: string | null;
            /**
             * @description Where it should. Connect the bank again when both differ.
             * @example https://pagar.loja.example/pix/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1
             */
            callback_url: string;
        };
        /** @description What of a bank connection needs attention. */
        BankWarning: {
            /**
             * @description `refunds_not_granted`: the bank granted no `pix.write`, so it carries out no refunds. `webhook_not_granted`: it granted no `webhook.write`, so it takes no address of callbacks. `callbacks_refused`: it refused the address, and its list is read instead. `callback_address_changed`: it announces payments of this Pix key elsewhere, or nowhere. `certificate_ends`: the certificate ends within 30 days, or has ended.
             * @example certificate_ends
             * @enum {string}
             */
            code: "refunds_not_granted" | "webhook_not_granted" | "callbacks_refused" | "callback_address_changed" | "certificate_ends";
            /**
             * @description The same in Portuguese, for a person.
             * @example O certificado termina em menos de 30 dias, ou já terminou.
             */
            message: string;
        };
        /** @description The bank through which the account's buyers pay. */
        BankConnection: {
            /**
             * @description Always `bank_connection`.
             * @constant
             */
            object: "bank_connection";
            /**
             * @description `bacen` is a bank that follows the Central Bank's Pix API. Without a bank it is `sandbox`, where buyers pay in the sandbox, and `none` in live mode.
             * @example bacen
             * @enum {string}
             */
            provider: "sandbox" | "bacen" | "none";
            /**
             * @description The name of what the bank needs beyond that API. `bacen` is nothing. It is named on the command line, and kept when the bank is renewed at the same addresses. Null without a bank.
             * @example bacen
             * @example bb
             * @example null
             */
            profile: string | null;
            /**
             * @description `not_answering` while requests to the bank fail in a row, as the answering process sees it. Null without a bank.
             * @example answering
             * @enum {string|null}
             */
            health: "answering" | "not_answering" | null;
            /**
             * @description Where the bank's Pix API is. Null without a bank.
             * @example https://pix.banco.example/pix/v2
             */
            url: string | null;
            /**
             * @description Where the bank issues tokens. Null without a bank.
             * @example https://pix.banco.example/oauth/token
             */
            token_url: string | null;
            /**
             * @description As what the bank knows the account. Null without a bank.
             * @example loja-exemplo
             */
            client_id: string | null;
            /**
             * @description The Pix key that receives. Null without a bank.
             * @example pix@loja.example
             */
            pix_key: string | null;
            /**
             * @description The city that stands in the Pix code. Null without a bank.
             * @example São Paulo
             */
            city: string | null;
            /**
             * @description Where the bank announces transfers, with `/pix` after it. Null without a bank.
             * @example https://pagar.loja.example/pix/seller_019cae6b-6600-7a1c-9d07-e3b52f4e68d1
             */
            callback_url: string | null;
            /**
             * @description Whether the bank has taken `callback_url`. `refused` is a bank whose list of payments is read instead, `none` a provider without callbacks. Null without a bank.
             * @example registered
             * @enum {string|null}
             */
            callbacks: "registered" | "refused" | "none" | null;
            /**
             * @description The scopes that the bank granted when it was last asked; those asked for when it names none (RFC 6749, section 5.1). Null when none was asked for either, and without a bank.
             * @example [
             *       "cob.write",
             *       "cob.read",
             *       "pix.write",
             *       "pix.read",
             *       "webhook.write",
             *       "webhook.read"
             *     ]
             */
            granted_scopes: string[] | null;
            /** @description What needs attention. It is looked for when the bank is connected, when it is tested, and once a day. Empty without a bank. */
            warnings: components["schemas"]["BankWarning"][];
            /** @description The certificate. Null without a bank. */
            certificate: components["schemas"]["BankCertificate"] | null;
            /**
             * Format: date-time
             * @description When it was connected. Null without a bank.
             * @example 2026-03-02T13:10:05.731Z
             */
            connected_at: string | null;
            /**
             * Format: date-time
             * @description When it was last renewed. Null without a bank.
             * @example 2026-03-02T13:10:05.731Z
             */
            updated_at: string | null;
        };
        /** @description A bank that is known by name, and what it needs of the seller. */
        BankProfile: {
            /**
             * @description Always `bank_profile`.
             * @constant
             */
            object: "bank_profile";
            /**
             * @description The name of the profile.
             * @example bb
             */
            name: string;
            /**
             * @description The bank's name.
             * @example Banco do Brasil
             */
            title: string;
            /**
             * @description Where its Pix API is in production. Null where the seller has to say it.
             * @example https://api-pix.bb.com.br/pix/v2
             * @example null
             */
            url: string | null;
            /**
             * @description Where it issues tokens in production. Null where the seller has to say it.
             * @example https://oauth.bb.com.br/oauth/token
             * @example null
             */
            token_url: string | null;
            /** @description What it asks for besides the credentials. */
            values: components["schemas"]["BankProfileValue"][];
            /**
             * @description Whether it knows the seller by a client id, and not by a key alone.
             * @example true
             */
            needs_client_id: boolean;
            /**
             * @description Whether it knows the seller by a client secret too, and not by the certificate alone.
             * @example true
             */
            needs_secret: boolean;
            /**
             * @description Whether it wants a certificate for mutual TLS, with its private key.
             * @example true
             */
            needs_certificate: boolean;
        };
        /** @description What a bank asks for besides the credentials. */
        BankProfileValue: {
            /**
             * @description The name of the value.
             * @example app_key
             */
            name: string;
            /**
             * @description What it is, for a person.
             * @example the application's key, gw-dev-app-key on the developers' portal
             */
            text: string;
            /**
             * @description Whether it must be given.
             * @example true
             */
            required: boolean;
            /**
             * @description Whether it is to be kept as a credential is.
             * @example true
             */
            secret: boolean;
        };
        /** @description The banks that are known by name. */
        BankProfileList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The banks, by name. */
            data: components["schemas"]["BankProfile"][];
            /**
             * @description Always `false`: the list is answered as a whole.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Always null.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description What came in and went back on one day. */
        DailyTotal: {
            /** @description The day. */
            id: components["schemas"]["Day"];
            /**
             * @description Always `daily_total`.
             * @constant
             */
            object: "daily_total";
            /** @description The day, in Brasília. */
            date: components["schemas"]["Day"];
            currency: components["schemas"]["CurrencyCode"];
            /**
             * @description Payments that completed a session.
             * @example 12
             */
            payments_count: number;
            /**
             * @description Their sum in minor units.
             * @example 59880
             */
            amount_minor: number;
            /**
             * @description Refunds that succeeded.
             * @example 1
             */
            refunds_count: number;
            /**
             * @description Their sum in minor units.
             * @example 1000
             */
            amount_refunded_minor: number;
        };
        /** @description The days of a range. */
        DailyTotalList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The days, newest first. */
            data: components["schemas"]["DailyTotal"][];
            /**
             * @description Always `false`: a range is answered as a whole.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Always null.
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A page of refunds. */
        RefundList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The refunds of this page. */
            data: components["schemas"]["Refund"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example refund_019caec1-3b5e-7d20-8a4c-6f1b2e3d4c5a
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A new refund. */
        CreateRefundBody: {
            /** @description How much to refund, in minor units. Without it, all that is left. */
            amount_minor?: components["schemas"]["AmountMinor"];
            /**
             * @description Your reference, unique among the refunds of the account for ever; case counts. A repeat is refused, which makes retries safe.
             * @example devolucao-1042
             */
            external_id?: string;
            /**
             * @description Your reason. The bank is told it (`descricao`), and may show it to the buyer.
             * @example Uma caneca chegou quebrada
             */
            reason?: string;
            /** @default {} */
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description How much the bank takes back. */
        ReversePaymentBody: {
            /** @description How much, in minor units. Without it, all that is left. */
            amount_minor?: components["schemas"]["AmountMinor"];
        };
        /** @description The service's clock. */
        Clock: {
            /**
             * @description Always `clock`.
             * @constant
             */
            object: "clock";
            /** @description The present time of the service. */
            now: components["schemas"]["Timestamp"];
        };
        /** @description How far to advance. */
        AdvanceClockBody: {
            /**
             * @description Seconds to advance, up to ten years.
             * @example 86400
             */
            seconds: number;
        };
        /** @description No fields. */
        EmptyBody: Record<string, never>;
        /** @description The button that was pressed. */
        PaymentPageForm: {
            /**
             * @description `pay` and `decline` play the buyer and the bank; `expire` has the session past its end, and so does `advance`, as the button was called before.
             * @example pay
             * @enum {string}
             */
            action: "pay" | "decline" | "expire" | "advance";
        };
        /** @description The state of a payment page. */
        PaymentStatus: {
            /**
             * @description Always `payment_status`.
             * @constant
             */
            object: "payment_status";
            /**
             * @description `status` of the checkout.
             * @example open
             * @enum {string}
             */
            status: "open" | "completed" | "expired" | "canceled";
            /** @description When the session ends unpaid. */
            expires_at: components["schemas"]["Timestamp"];
            /**
             * @description Whether the page of an open session shows a Pix code. The bank makes it when the page is opened first, and the page does not wait for it; a page without a code is to be loaded again when this becomes `true`.
             * @example true
             */
            code_ready: boolean;
        };
        /** @description A callback of the Central Bank's Pix API. It is the bank's message, so fields that are not listed are accepted. */
        PixCallbackBody: {
            /** @description The transfers that it announces. Missing when a bank only tries the address. */
            pix?: ({
                /**
                 * @description The transfer, as the whole Pix system names it.
                 * @example E00000000202603021312ab3cd4ef5gh
                 */
                endToEndId: string;
                /**
                 * @description The charge that it pays. Missing for a transfer without a charge.
                 * @example 019caeab92a3707db5e6f9b18daf0c57
                 */
                txid?: string;
                /**
                 * @description Amount in reais.
                 * @example 49.90
                 */
                valor: string;
                /**
                 * @description When it arrived, as the bank writes it.
                 * @example 2026-03-02T13:12:38.000Z
                 */
                horario: string;
                /**
                 * @description Refunds of the transfer.
                 * @example []
                 */
                devolucoes?: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /** @description A callback in the form of whichever bank or provider sends it. Read are `pix[].txid`, `charge.correlationID`, `endToEndId` in `pix`, `dispute` and `originalTransaction`, and `data.id`, where they have the form of such an id; all else is passed over. */
        ProviderCallbackBody: {
            [key: string]: unknown;
        };
        /** @description A checkout that is paid, and by which transfer. */
        PaidCheckout: components["schemas"]["Checkout"] & {
            /**
             * @description The charge that it paid, at the bank, as in its payment.
             * @example 019caeab92a3707db5e6f9b18daf0c57
             */
            txid: string | null;
            /**
             * @description The transfer's id in the whole Pix system, as in its payment.
             * @example E00416968202603021312a1b2c3d4e5f
             */
            end_to_end_id: string | null;
        };
        /** @description A payment succeeded. */
        EventPaymentSucceeded: {
            /**
             * @description Always `payment.succeeded`.
             * @constant
             */
            type: "payment.succeeded";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["PaidCheckout"];
        };
        /** @description A payment was declined. */
        EventPaymentDeclined: {
            /**
             * @description Always `payment.declined`.
             * @constant
             */
            type: "payment.declined";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Checkout"];
        };
        /** @description A payment was reversed. */
        EventPaymentReversed: {
            /**
             * @description Always `payment.reversed`.
             * @constant
             */
            type: "payment.reversed";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Checkout"];
        };
        /** @description A checkout was canceled. */
        EventCheckoutCanceled: {
            /**
             * @description Always `checkout.canceled`.
             * @constant
             */
            type: "checkout.canceled";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Checkout"];
        };
        /** @description A checkout expired. */
        EventCheckoutExpired: {
            /**
             * @description Always `checkout.expired`.
             * @constant
             */
            type: "checkout.expired";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Checkout"];
        };
        /** @description A test of an endpoint. */
        EventWebhookTest: {
            /**
             * @description Always `webhook.test`.
             * @constant
             */
            type: "webhook.test";
            /** @description When it was asked for. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["WebhookEndpoint"];
        };
        /**
         * @description What happened. More types may come.
         * @example payment.succeeded
         * @enum {string}
         */
        EventType: "payment.succeeded" | "payment.declined" | "payment.reversed" | "refund.succeeded" | "refund.failed" | "checkout.canceled" | "checkout.expired";
        /** @description An address that events are sent to. */
        WebhookEndpoint: {
            id: components["schemas"]["WebhookEndpointId"];
            /**
             * @description Always `webhook_endpoint`.
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * @description Where events are sent.
             * @example https://loja.example/eventos
             */
            url: string;
            /**
             * @description The types of events that it is sent. An endpoint of all types is sent those that come later too.
             * @example [
             *       "payment.succeeded",
             *       "payment.reversed"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description Whether it is sent events.
             * @example true
             */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Until when the secret before the present one signs too. Null when it does not.
             * @example 2026-03-02T13:10:05.731Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was deleted, in the answer to that. Null otherwise.
             * @example 2026-03-02T13:10:05.731Z
             */
            deleted_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description An address that events are sent to, with the secret that was just made. */
        WebhookEndpointWithSecret: {
            id: components["schemas"]["WebhookEndpointId"];
            /**
             * @description Always `webhook_endpoint`.
             * @constant
             */
            object: "webhook_endpoint";
            /**
             * @description Where events are sent.
             * @example https://loja.example/eventos
             */
            url: string;
            /**
             * @description The types of events that it is sent. An endpoint of all types is sent those that come later too.
             * @example [
             *       "payment.succeeded",
             *       "payment.reversed"
             *     ]
             */
            event_types: components["schemas"]["EventType"][];
            /**
             * @description Whether it is sent events.
             * @example true
             */
            enabled: boolean;
            /**
             * @description What verifies signatures: `whsec_` and base64, shown once. Absent when the answer is given again by an `Idempotency-Key`.
             * @example whsec_mZ2kQ8sYt1LxWm5Zb7NcHa0PdJu2Se9Gf4Qi6KoRtAc=
             */
            secret?: string;
            /**
             * Format: date-time
             * @description Until when the secret before the present one signs too. Null when it does not.
             * @example 2026-03-02T13:10:05.731Z
             */
            previous_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was deleted, in the answer to that. Null otherwise.
             * @example 2026-03-02T13:10:05.731Z
             */
            deleted_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of webhook endpoints, newest first. */
        WebhookEndpointList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The webhook endpoints of this page. */
            data: components["schemas"]["WebhookEndpoint"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example wh_019caeb1-77c2-7d4e-9f60-a1b2c3d4e5f6
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A new webhook endpoint. */
        CreateWebhookEndpointBody: {
            /**
             * Format: iri
             * @description Where events are sent by `POST`: `http` or `https`; in live mode `https`, of a public host, without a user or a password.
             * @example https://loja.example/eventos
             */
            url: string;
            /**
             * @description The types of events that it is sent. Without it, or with all types, every event.
             * @example [
             *       "payment.succeeded",
             *       "payment.reversed"
             *     ]
             */
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description Whether it is sent events.
             * @default true
             * @example true
             */
            enabled?: boolean;
        };
        /** @description Changes to a webhook endpoint: at least one field. */
        UpdateWebhookEndpointBody: {
            /**
             * Format: iri
             * @description Where events are sent by `POST`: `http` or `https`; in live mode `https`, of a public host, without a user or a password.
             * @example https://loja.example/eventos
             */
            url?: string;
            /**
             * @description The types of events that it is sent from now on. With all types, every event.
             * @example [
             *       "payment.succeeded",
             *       "payment.reversed"
             *     ]
             */
            event_types?: components["schemas"]["EventType"][];
            /**
             * @description Whether it is sent events from now on.
             * @example false
             */
            enabled?: boolean;
        };
        /**
         * @description `pending` until it is sent, `delivered` after an answer of `2xx`, `failed` after any other or none. `unknown` while it is being sent, and for good when the process that sent it has ended.
         * @example delivered
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "unknown" | "delivered" | "failed";
        /**
         * @description `pending` until it is sent, `sending` while it is under way, then `sent` once the mail server has taken it, or `failed`.
         * @example failed
         * @enum {string}
         */
        EmailStatus: "pending" | "sending" | "sent" | "failed";
        /** @description An e-mail to one reader. Each is sent once at most. */
        Email: {
            /**
             * @description Id of the e-mail.
             * @example mail_019caeae-1b2c-7d3e-8f40-5a6b7c8d9e0f
             */
            id: string;
            /**
             * @description Always `email`.
             * @constant
             */
            object: "email";
            /**
             * @description What it tells: `buyer_receipt` and `buyer_refund` go to the buyer, all others to people of the account. More values may come.
             * @example buyer_receipt
             * @enum {string}
             */
            type: "buyer_receipt" | "buyer_refund" | "invitation" | "seller_sale" | "refund_failed" | "payment_reversed" | "certificate_ends" | "endpoint_failing" | "owner_joined" | "passkey_added" | "bank_changed";
            /**
             * @description Id of the checkout or the refund that it tells of. Null where it tells of another thing.
             * @example checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57
             */
            about: string | null;
            /**
             * @description The address of its reader.
             * @example compras@padaria.example
             */
            to: string;
            status: components["schemas"]["EmailStatus"];
            /**
             * @description Why it failed, in the words of the mail server or of this service. Null otherwise.
             * @example Recipient command failed: 550 No such mailbox
             * @example null
             */
            error: string | null;
            /** @description When what it tells of happened. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the mail server took it. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            sent_at: string | null;
        };
        /** @description A page of e-mails. */
        EmailList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The e-mails of this page. */
            data: components["schemas"]["Email"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example mail_019caeae-1b2c-7d3e-8f40-5a6b7c8d9e0f
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description One event for one endpoint. */
        WebhookDelivery: {
            id: components["schemas"]["WebhookDeliveryId"];
            /**
             * @description Always `webhook_delivery`.
             * @constant
             */
            object: "webhook_delivery";
            /** @description The endpoint. */
            webhook_endpoint_id: components["schemas"]["WebhookEndpointId"];
            /** @description The event, `webhook-id` in the request. */
            event_id: components["schemas"]["EventId"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description Status of the answer. Null without one.
             * @example 204
             */
            response_status: number | null;
            /**
             * @description `body` or `error`, whichever there is. Null until the outcome is known.
             * @example
             */
            response_text: string | null;
            /**
             * @description The first 2048 bytes of the answer's body. Null without an answer.
             * @example
             */
            body: string | null;
            /**
             * @description How long the request took. Null until the outcome is known.
             * @example 87
             */
            duration_ms: number | null;
            /**
             * @description Why there was no whole answer. Null when there was one.
             * @example null
             */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was sent, or given up without being sent. Null until then.
             * @example 2026-03-02T13:10:05.731Z
             */
            attempted_at: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description How a test of a webhook endpoint ended. */
        WebhookTest: {
            /**
             * @description Always `webhook_test`.
             * @constant
             */
            object: "webhook_test";
            /** @description The `webhook-id` of the request. No event of this id is kept. */
            event_id: components["schemas"]["EventId"];
            /**
             * @description `delivered`: a whole answer with `2xx` came in time.
             * @example delivered
             * @enum {string}
             */
            status: "delivered" | "failed";
            /**
             * @description Status of the answer. Null without one.
             * @example 204
             */
            response_status: number | null;
            /**
             * @description The first 2048 bytes of the answer's body. Null without an answer.
             * @example
             */
            body: string | null;
            /**
             * @description How long the request took.
             * @example 87
             */
            duration_ms: number;
            /**
             * @description Why there was no whole answer. Null when there was one.
             * @example null
             */
            error: string | null;
        };
        /** @description A page of webhook deliveries, newest first. */
        WebhookDeliveryList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The webhook deliveries of this page. */
            data: components["schemas"]["WebhookDelivery"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example del_019caeb2-01f4-7b5a-8e71-c2d3e4f5a6b7
             * @example null
             */
            next_cursor: string | null;
        };
        /**
         * @description A SHA-256 hash in hexadecimal.
         * @example 5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9
         */
        AuditHash: string;
        /** @description By whom or what it was changed. */
        AuditActor: {
            /**
             * @description A `user` of the dashboard, an `api_client`, the `operator` at the service's command line, or the `system`, which is the service itself: refunds that it orders, those of a bank by itself, and what becomes of any.
             * @example api_client
             * @enum {string}
             */
            type: "user" | "api_client" | "operator" | "system";
            /**
             * @description Id of the user or the API client. Null for the others.
             * @example client_019caea0-7f3c-7e21-a5d4-3b2c1d0e9f8a
             */
            id: string | null;
            /**
             * @description The name of the API client, the e-mail address of the user, or the operator's name on the machine, as it was then. Null for the system.
             * @example ERP
             */
            name: string | null;
        };
        /** @description What was changed. */
        AuditTarget: {
            /**
             * @description The kind of object, the first part of `action`.
             * @example offer
             */
            type: string;
            /**
             * @description Id of the object.
             * @example offer_019caea2-9f3a-7f11-b2ab-d17e3f1d6c53
             */
            id: string;
        };
        /** @description A field that was changed. `before` and `after` are there for a few harmless fields only, such as a name or a price, and never for the data of a customer. */
        AuditChange: {
            /**
             * @description Name of the field.
             * @example active
             */
            field: string;
            /**
             * @description Its value before. Null when the object was just made.
             * @example true
             */
            before?: unknown;
            /**
             * @description Its value afterwards.
             * @example false
             */
            after?: unknown;
        };
        /** @description A change in the account. */
        AuditEvent: {
            /**
             * @description Id of the audit event.
             * @example audit_019caeb4-5d10-7c3e-8b21-d4e5f6a7b8c9
             */
            id: string;
            /**
             * @description Always `audit_event`.
             * @constant
             */
            object: "audit_event";
            /**
             * @description Its number in the account, counted from 1 without a gap.
             * @example 3
             */
            sequence: number;
            actor: components["schemas"]["AuditActor"];
            /**
             * @description What was done: `api_client.created`, `.updated`, `.secret_rotated`, `.revoked`; `webhook_endpoint.created`, `.updated`, `.deleted`, `.secret_rotated`; `product.created`, `.updated`, `.archived`; `offer.created`, `.updated`, `.archived`; `customer.updated`, `.activated`, `.deactivated`, `.erased`; `checkout.canceled`; `payment_link.created`, `.updated`; `settings.updated`, `.logo_set`, `.logo_deleted`; `refund.requested`, `.recorded` (of a bank by itself), `.updated`; `bank.connected`, `.renewed`, `.disconnected`; `seller.created`, `.suspended`, `.activated`; `user.invited`, `.joined`, `.updated`, `.removed`, `.sessions_ended`, `.passkey_added`, `.passkey_deleted`. More may come.
             * @example offer.updated
             */
            action: string;
            target: components["schemas"]["AuditTarget"];
            /** @description The fields that were changed, or given at creation. Empty when the action says it all. */
            changes: components["schemas"]["AuditChange"][];
            /** @description `hash` of the event before it; 64 zeros for the first. */
            previous_hash: components["schemas"]["AuditHash"];
            /** @description SHA-256 of this object without `object` and `hash` and with the account's `seller_id`, as JSON with sorted keys and no white space ([RFC 8785](https://www.rfc-editor.org/rfc/rfc8785)). */
            hash: components["schemas"]["AuditHash"];
            /** @description When it was changed. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of audit events, newest first. */
        AuditEventList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The audit events of this page. */
            data: components["schemas"]["AuditEvent"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example audit_019caeb4-5d10-7c3e-8b21-d4e5f6a7b8c9
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description What it happened to, as it was at that moment and as it was sent to the endpoints. */
        EventData: components["schemas"]["Checkout"] | components["schemas"]["Refund"];
        /** @description Something that happened, announced to the endpoints of the account. */
        Event: {
            id: components["schemas"]["EventId"];
            /**
             * @description Always `event`.
             * @constant
             */
            object: "event";
            type: components["schemas"]["EventType"];
            data: components["schemas"]["EventData"];
            /** @description When it happened. */
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of events, newest first. */
        EventList: {
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description The events of this page. */
            data: components["schemas"]["Event"][];
            /**
             * @description Whether at least one more follows this page.
             * @example false
             */
            has_more: boolean;
            /**
             * @description Send it as `starting_after` to get the next page. Null on the last page.
             * @example evt_019caead-e8f8-73a0-a429-26e4bcd23f8a
             * @example null
             */
            next_cursor: string | null;
        };
        /** @description A refund succeeded. */
        EventRefundSucceeded: {
            /**
             * @description Always `refund.succeeded`.
             * @constant
             */
            type: "refund.succeeded";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Refund"];
        };
        /** @description A refund failed. */
        EventRefundFailed: {
            /**
             * @description Always `refund.failed`.
             * @constant
             */
            type: "refund.failed";
            /** @description When it happened. */
            timestamp: components["schemas"]["Timestamp"];
            data: components["schemas"]["Refund"];
        };
        /** @description An error. */
        Error: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Category.
                 * @example invalid_request_error
                 * @enum {string}
                 */
                type: "authentication_error" | "authorization_error" | "invalid_request_error" | "not_found_error" | "conflict_error" | "rate_limit_error" | "api_error";
                /**
                 * @description Stable code: branch on it.
                 * @example invalid_request
                 */
                code: string;
                /**
                 * @description Text for people, in Portuguese. Do not match it.
                 * @example amount_minor: deve ser >= 1
                 */
                message: string;
                /**
                 * @description The field at fault, dotted when nested. Present when a field is at fault.
                 * @example default_offer.amount_minor
                 */
                param?: string;
                /**
                 * @description What is in the way: the customer that has the e-mail, or the checkout that has the `external_id`. Present in these two conflicts.
                 * @example checkout_019caeab-92a3-707d-b5e6-f9b18daf0c57
                 */
                existing_id?: string;
                /**
                 * @description Same value as the `X-Request-Id` header.
                 * @example req_019caeab-92a3-729f-9308-1bd3abc12e79
                 */
                request_id: string;
            };
        };
        /** @description An error of the token endpoint (RFC 6749 section 5.2). */
        OAuthError: {
            /**
             * @description Stable code: branch on it.
             * @example invalid_client
             * @enum {string}
             */
            error: "invalid_request" | "unsupported_grant_type" | "invalid_client" | "invalid_scope" | "temporarily_unavailable" | "too_many_requests";
            /**
             * @description Text for people, in Portuguese without accents, as the RFC allows ASCII only.
             * @example Credenciais do cliente ausentes ou invalidas.
             */
            error_description: string;
        };
    };
    responses: {
        /** @description The caller has it already, by the `ETag` that it sent as `If-None-Match`. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The access token is missing or refused. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The access token lacks the scope of this operation. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service runs in live mode, where this path does not exist. */
        RouteNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No such page. */
        PageNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description A fault of the service, as a page for a request whose `Accept` names `text/html`. Repeat with backoff. */
        PageFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description Not able to answer just now, as a page for a request whose `Accept` names `text/html`. Repeat with backoff. */
        PageUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The path does not take this method. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request was not sent within the time that the service waits for it. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        RequestTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests. Wait, then repeat. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is meant for another host. Do not repeat it here. */
        MisdirectedRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request line and the headers together are too large. */
        HeadersTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the service. Repeat with backoff. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not able to answer just now. Repeat with backoff. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The customer. */
        CustomerId: components["schemas"]["CustomerId"];
        /** @description The product. */
        ProductId: components["schemas"]["ProductId"];
        /** @description The offer. */
        OfferId: components["schemas"]["OfferId"];
        /** @description The session. */
        CheckoutId: components["schemas"]["CheckoutId"];
        /** @description The link. */
        PaymentLinkId: components["schemas"]["PaymentLinkId"];
        /** @description The client, by its `id`. */
        ApiClientId: components["schemas"]["ClientId"];
        /** @description The user. */
        UserId: components["schemas"]["UserId"];
        /** @description The passkey. */
        PasskeyId: components["schemas"]["PasskeyId"];
        /** @description Whether what it has made ends with it, and what that has made in turn. All of it ends, or nothing. */
        EndMade: boolean;
        /** @description The endpoint. */
        WebhookEndpointId: components["schemas"]["WebhookEndpointId"];
        /** @description The event. */
        EventId: components["schemas"]["EventId"];
        /** @description The payment. */
        PaymentId: components["schemas"]["PaymentId"];
        /** @description The refund. */
        RefundId: components["schemas"]["RefundId"];
        /** @description The seller whose bank calls. */
        SellerId: components["schemas"]["SellerId"];
        /** @description The seller whose events are signed. */
        WebhookSellerId: components["schemas"]["SellerId"];
        /** @description Language of the page: `pt-BR`, `en` or `es`. Without it, or with another value, `Accept-Language` decides. */
        Language: string;
        /** @description `1` has an event named `code` bring the Pix code (`pix_code`) and its drawing (`qr`, a path of strokes in a square of `size` modules), for a page that shows none yet. */
        WithCode: string;
        /** @description Any other query parameter is ignored: links carry what campaigns and chats add, monitors what keeps caches away, and banks what tells addresses apart. */
        OtherQuery: {
            [key: string]: string;
        };
        /** @description The secret of the page, as in `checkout_url`. It is not the id of the session. */
        PageToken: string;
        /** @description The last part of the link's `url`. It is not the id of the link. */
        LinkToken: string;
        /** @description Id of the seller whose logo it is. */
        LogoSeller: string;
        /** @description The last part of the `logo_url`: SHA-256 of the file in base64url. */
        LogoId: string;
        /** @description How many to return at most. */
        Limit: number;
        /** @description The language of the file. */
        Locale: "pt-BR" | "en" | "es";
        /** @description Only what was created at this moment or later. */
        CreatedFrom: components["schemas"]["Moment"];
        /** @description Only what was created before this moment. */
        CreatedTo: components["schemas"]["Moment"];
        /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
        IdempotencyKey: string;
        /** @description Id of the event, the same at each endpoint. */
        WebhookId: string;
        /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
        WebhookTimestamp: string;
        /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
        WebhookSignature: string;
    };
    requestBodies: {
        /** @description This request has no fields: send no body, or an empty object. */
        Nothing: {
            content: {
                "application/json": components["schemas"]["EmptyBody"];
            };
        };
    };
    headers: {
        /** @description Id of the request. Quote it when you ask for help. */
        "X-Request-Id": string;
        /** @description How to authenticate (RFC 9110), with the reason (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description That it is a file, and its name (RFC 6266). */
        "Content-Disposition": string;
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description What is left of the quota: `r` requests, for `t` more seconds (IETF draft). Absent when no limit is set. `client` is the quota of your API client; an answer with `429` names the one that was used up, which can be `seller`, of all clients of the account, or `storage`, of what the account stores. */
        RateLimit: string;
        /** @description The quota: `q` requests in `w` seconds, or bytes where it has `qu="content-bytes"` (IETF draft). Absent when no limit is set. */
        "RateLimit-Policy": string;
        /** @description `true` when this is the first answer to the same `Idempotency-Key` again. Absent otherwise. */
        "Idempotent-Replayed": "true";
        /** @description Tokens must not be cached. */
        "Cache-Control": "no-store";
        /** @description For caches of HTTP/1.0. */
        Pragma: "no-cache";
        /** @description The methods that the path takes. */
        Allow: string;
        /** @description Where to go next. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBankConnection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bank connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankConnection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    connectBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectBankBody"];
            };
        };
        responses: {
            /** @description The bank connection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankConnection"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disconnectBank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account without a bank. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankConnection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testBankConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description What the bank has answered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBankProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The banks, by name. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BankProfileList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only the customer with this e-mail address, in any case; no other has it. */
                email?: string;
                /** @description Only those found by this, as in `GET /v1/search`: the beginning of any word of name or e-mail address, a tax id or a phone in any spelling, or the id. At most 100 are found: more letters say more. */
                q?: string;
                /** @description Only customers with this CPF or CNPJ. Stored is what you sent: found are those that were written as it is here, without punctuation, or as people write it (`123.456.789-09`, `12.345.678/0001-95`). */
                tax_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCustomerBody"];
            };
        };
        responses: {
            /** @description The new customer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The customer. */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The customer. */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCustomerBody"];
            };
        };
        responses: {
            /** @description The updated customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The customer. */
                customerId: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The customer without its data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only products that are `active`, or those that are `archived`. */
                status?: "active" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProductBody"];
            };
        };
        responses: {
            /** @description The new product. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The product. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductBody"];
            };
        };
        responses: {
            /** @description The updated product. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOffers: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
            };
            header?: never;
            path: {
                /** @description The product. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of offers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfferList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The product. */
                productId: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOfferBody"];
            };
        };
        responses: {
            /** @description The new offer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The offer. */
                offerId: components["parameters"]["OfferId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The offer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOffer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The offer. */
                offerId: components["parameters"]["OfferId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOfferBody"];
            };
        };
        responses: {
            /** @description The updated offer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveOffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The offer. */
                offerId: components["parameters"]["OfferId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The archived offer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Offer"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCheckouts: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only the session with this `external_id`. Case counts. */
                external_id?: string;
                /** @description Only sessions in this state. A session past its `expires_at` is `expired`, never `open`. */
                status?: components["schemas"]["CheckoutStatus"];
                /** @description Only sessions of this customer. */
                customer_id?: components["schemas"]["CustomerId"];
                /** @description Only what was created at this moment or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Only what was created before this moment. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCheckoutBody"];
            };
        };
        responses: {
            /** @description The open session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCheckoutPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPage"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCheckoutPix: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PixCode"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCartCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCartCheckoutBody"];
            };
        };
        responses: {
            /** @description The open session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentLinks: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of links. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentLinkBody"];
            };
        };
        responses: {
            /** @description The new link. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The link. */
                paymentLinkId: components["parameters"]["PaymentLinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The link. */
                paymentLinkId: components["parameters"]["PaymentLinkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePaymentLinkBody"];
            };
        };
        responses: {
            /** @description The updated link. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSettingsBody"];
            };
        };
        responses: {
            /** @description The updated settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetLogoBody"];
            };
        };
        responses: {
            /** @description The settings, with the address of the logo. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLogo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelCheckout: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The canceled session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiClients: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiClientBody"];
            };
        };
        responses: {
            /** @description The new client, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientWithSecret"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client, by its `id`. */
                apiClientId: components["parameters"]["ApiClientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The client. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientRecord"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateApiClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client, by its `id`. */
                apiClientId: components["parameters"]["ApiClientId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiClientBody"];
            };
        };
        responses: {
            /** @description The updated client. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientRecord"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateApiClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The client, by its `id`. */
                apiClientId: components["parameters"]["ApiClientId"];
            };
            cookie?: never;
        };
        /** @description Without a body, the old secret ends at once. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateApiClientSecretBody"];
            };
        };
        responses: {
            /** @description The client, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiClientWithSecret"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiClient: {
        parameters: {
            query?: {
                /** @description Whether what it has made ends with it, and what that has made in turn. All of it ends, or nothing. */
                end_made?: components["parameters"]["EndMade"];
            };
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The client, by its `id`. */
                apiClientId: components["parameters"]["ApiClientId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The revoked client. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedApiClient"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteUserBody"];
            };
        };
        responses: {
            /** @description The user was there already; the new invitation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithInvitation"];
                };
            };
            /** @description The new user, with the invitation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserWithInvitation"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeUser: {
        parameters: {
            query?: {
                /** @description Whether what it has made ends with it, and what that has made in turn. All of it ends, or nothing. */
                end_made?: components["parameters"]["EndMade"];
            };
            header?: never;
            path: {
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The removed user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedUser"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        responses: {
            /** @description The updated user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteUserPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                userId: components["parameters"]["UserId"];
                /** @description The passkey. */
                passkeyId: components["parameters"]["PasskeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, with the passkeys that are left. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The user. */
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAccess: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed, not in this account, or of what has ended gives `invalid_cursor`: begin again. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of access grants. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessGrantList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only e-mails about this checkout or this refund. */
                about?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of e-mails. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The new endpoint, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint. */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint. */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it was, with the time of its end. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint. */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookEndpointBody"];
            };
        };
        responses: {
            /** @description The updated endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The endpoint. */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The endpoint. */
                webhookEndpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description How the test ended, well or not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only deliveries to this endpoint, deleted or not. */
                webhook_endpoint_id?: components["schemas"]["WebhookEndpointId"];
                /** @description Only deliveries of this event. */
                event_id?: components["schemas"]["EventId"];
                /** @description Only deliveries with this `status`. */
                status?: components["schemas"]["WebhookDeliveryStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only changes by this API client or user. */
                actor_id?: string;
                /** @description Only changes of the object with this id, such as a product or an API client. */
                target_id?: string;
                /** @description Only what was created at this moment or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Only what was created before this moment. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of audit events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only events of this type. */
                type?: components["schemas"]["EventType"];
                /** @description Only events of this checkout, its refunds included. */
                checkout_id?: components["schemas"]["CheckoutId"];
                /** @description Only what was created at this moment or later. */
                created_from?: components["parameters"]["CreatedFrom"];
                /** @description Only what was created before this moment. */
                created_to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                eventId: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only the payments that arrived for this session. */
                checkout_id?: components["schemas"]["CheckoutId"];
                /** @description Only payments with this `status`. */
                status?: components["schemas"]["PaymentStatusName"];
                /** @description Only the payment with this id of the Pix system. Case counts. */
                end_to_end_id?: components["schemas"]["EndToEndId"];
                /** @description Only payments of the charge with this `txid`. */
                txid?: components["schemas"]["Txid"];
                /** @description Only payments with a `paid_at` at or after this time. */
                paid_from?: components["schemas"]["Moment"];
                /** @description Only payments with a `paid_at` before this time. */
                paid_to?: components["schemas"]["Moment"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payments. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The payment. */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: for 24 hours, the same key with the same body gives the first answer again and does nothing twice. The same key with another body gives `idempotency_key_reused`. Keys belong to the API client that sends them. Use a new random value, such as a UUID, for each new request. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The payment. */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        /** @description Without a body, or with an empty one, all that is left is refunded. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateRefundBody"];
            };
        };
        responses: {
            /** @description The refund. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description What is searched for. The first six words of it count. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found, one type after the other, each with the best first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDailyTotals: {
        parameters: {
            query?: {
                /** @description The first day. 31 days up to `to` when omitted; 100 days at most. */
                from?: components["schemas"]["Day"];
                /** @description The last day. Today when omitted. */
                to?: components["schemas"]["Day"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days on which something came in or went back. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyTotalList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStatementEntries: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or no entry of this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description The first day. 31 days up to `date_to` when omitted; 100 days at most. */
                date_from?: components["schemas"]["Day"];
                /** @description The last day. Today when omitted. */
                date_to?: components["schemas"]["Day"];
                /** @description Only entries of this `type`. */
                type?: components["schemas"]["StatementEntryType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the statement. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementEntryList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportStatementEntries: {
        parameters: {
            query: {
                /** @description The form of the file. */
                format: "csv" | "xlsx" | "ofx";
                /** @description The language of the file. */
                locale?: components["parameters"]["Locale"];
                /** @description The first day. 31 days up to `date_to` when omitted; 100 days at most. */
                date_from?: components["schemas"]["Day"];
                /** @description The last day. Today when omitted. */
                date_to?: components["schemas"]["Day"];
                /** @description Only entries of this `type`. */
                type?: components["schemas"]["StatementEntryType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/x-ofx": string;
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description How many to return at most. */
                limit?: components["parameters"]["Limit"];
                /** @description The page starts right after this id: send the `next_cursor` of the page before. An id that is malformed or not in this account gives `invalid_cursor`. */
                starting_after?: string;
                /** @description Only refunds of this payment. */
                payment_id?: components["schemas"]["PaymentId"];
                /** @description Only refunds of payments that arrived for this session. */
                checkout_id?: components["schemas"]["CheckoutId"];
                /** @description Only refunds with this `status`. */
                status?: components["schemas"]["RefundStatus"];
                /** @description Only the refund with this `external_id`. Case counts. */
                external_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refunds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The refund. */
                refundId: components["parameters"]["RefundId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such resource in this account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxPayCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The paid session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such session in this account, or the service runs in live mode. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxDeclineCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The session, still open. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such session in this account, or the service runs in live mode. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxExpireCheckout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                checkoutId: components["parameters"]["CheckoutId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["Nothing"];
        responses: {
            /** @description The session, expired. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such session in this account, or the service runs in live mode. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sandboxReversePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The payment. */
                paymentId: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        /** @description Without a body, or with an empty one, all that is left is taken back. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReversePaymentBody"];
            };
        };
        responses: {
            /** @description The payment, with what is left of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description Malformed: do not repeat it unchanged. `param` names the field at fault, if any. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description No such payment in this account, or the service runs in live mode. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description The request collides with the present state. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdvanceClockBody"];
            };
        };
        responses: {
            /** @description The clock after the step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["RequestTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onPaymentSucceeded: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventPaymentSucceeded"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentDeclined: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventPaymentDeclined"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPaymentReversed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventPaymentReversed"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCheckoutCanceled"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCheckoutExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCheckoutExpired"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventWebhookTest"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundSucceeded: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRefundSucceeded"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRefundFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the event, the same at each endpoint. */
                "webhook-id": components["parameters"]["WebhookId"];
                /** @description Unix time of the delivery in seconds. Refuse what is older than five minutes. */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /** @description Signatures of `webhook-id.webhook-timestamp.body` with spaces between; one match is enough. `v1,` and the base64 of HMAC-SHA256 under the bytes that follow `whsec_` in base64, and `v1a,` and the base64 of an Ed25519 signature by a key of `getWebhookJwks`. For 24 hours after a rotation there are two of its kind. */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRefundFailed"];
            };
        };
        responses: {
            /** @description Received. Answer within 10 seconds. Anything but `2xx` is a failure, redirects too, and nothing is sent again. The first 2048 bytes of the body are kept for you. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
