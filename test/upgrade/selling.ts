/** A seller with something to sell, made by a program, old or new. */
import type { Program } from './oldProgram.ts'

export type Client = { client_id: string; client_secret: string }

export type Selling = {
  seller_id: string
  client: Client
  offer_id: string
  /** Gets a token from the service on a port. */
  login(port: number): Promise<string>
}

export async function tokenOf({ client_id, client_secret }: Client, port: number): Promise<string> {
  const login = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await login.json()) as { access_token: string }).access_token
}

/** @param port of the service, which the program serves */
export async function sellingAt(program: Program, port: number): Promise<Selling> {
  const client = program.json<Client & { seller_id: string }>('sellers', 'create', '--name', 'Loja')
  const login = (at: number) => tokenOf(client, at)
  const product = await fetch(`http://127.0.0.1:${port}/v1/products`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await login(port)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Caneca', default_offer: { amount_minor: 100, currency: 'BRL' } }),
  })
  const { default_offer } = (await product.json()) as { default_offer: { id: string } }
  return { seller_id: client.seller_id, client, offer_id: default_offer.id, login }
}
