/** A port that nothing should connect to, and names that lead to it. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, LookupFunction } from 'node:net'
import { atEnd } from './atEnd.ts'

/** A port of this machine that counts who connects. */
export async function startListener() {
  const counted = { port: 0, connections: 0 }
  const server = createServer((socket) => {
    counted.connections++
    socket.destroy()
  })
  server.listen(0)
  await once(server, 'listening')
  atEnd(() => server.close())
  counted.port = (server.address() as AddressInfo).port
  return counted
}

/** Answers each look-up of a name with the next of these, and then with the last for ever. */
export function resolver(...answers: string[][]) {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, options, done) => {
    const addresses = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }
  return { lookup, asked }
}
