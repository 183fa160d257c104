/** As much of Nest as the plugin touches: classes get what they ask for by `@Inject`. */
const asked = new Map()
const made = new Map()

export const Inject = (token) => (target, key, index) => {
  const owner = key === undefined ? target : target.constructor
  const all = asked.get(owner) ?? asked.set(owner, []).get(owner)
  all.push({ token, key, index })
}

export const provide = (token, value) => made.set(token, value)

/** The one instance of a class, or what stands for a token. */
export function get(token) {
  if (made.has(token)) return made.get(token)
  const wishes = asked.get(token) ?? []
  const parameters = wishes.filter(({ key }) => key === undefined)
  const sorted = parameters.toSorted((a, b) => a.index - b.index)
  const one = new token(...sorted.map((wish) => get(wish.token)))
  for (const wish of wishes) if (wish.key !== undefined) one[wish.key] = get(wish.token)
  made.set(token, one)
  return one
}

/** Has a class made anew, as a shop that is started again does. */
export const forget = (token) => made.delete(token)

const nothing = () => () => undefined
export const [Controller, HttpCode, Injectable] = [nothing, nothing, nothing]
export const [Post, Req] = [nothing, nothing]

export class HttpException extends Error {
  constructor(message, status) {
    super(message)
    this.status = status
  }
}
