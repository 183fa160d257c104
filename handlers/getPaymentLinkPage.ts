import { answer, linkOf, noSuchLink, pageOf } from './support/linkPage.ts'
import type { LinkPageServices } from './support/linkPage.ts'
import type { Handler } from './support/handler.ts'

/** Opens nothing: robots read links, too. */
export const getPaymentLinkPage: Handler<'getPaymentLinkPage', LinkPageServices> = async (
  input,
) => {
  const page = await linkOf(input)
  if (!page) return noSuchLink(input)
  return answer(200, await pageOf(page, page.state, input))
}
