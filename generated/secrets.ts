// Made from openapi.yaml by `npm run generate`; edits here are lost.

/** The properties of an operation's answer that are shown once, and stored nowhere. */
export const secrets: Record<string, readonly string[]> = {
  "createApiClient": [
    "client_secret"
  ],
  "rotateApiClientSecret": [
    "client_secret"
  ],
  "inviteUser": [
    "invitation_url",
    "invitation_url"
  ],
  "createWebhookEndpoint": [
    "secret"
  ],
  "rotateWebhookEndpointSecret": [
    "secret"
  ]
}
