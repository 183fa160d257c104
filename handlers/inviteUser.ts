import { inviteUser as invite } from '../domain/people/userChanges.ts'
import { invitationUrl } from '../domain/access/users.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import * as present from './support/present.ts'

export const inviteUser = writing<'inviteUser', 'baseUrl' | 'mails'>(function* (input) {
  const { body, service } = input
  const change = accountChange(input)
  const invited = yield* invite(body, change)
  if (invited.fault) throw changeError(invited.fault)
  const invitation_url = invitationUrl(service.baseUrl, invited.token)
  const { pathname } = new URL(invitation_url)
  yield* service.mails.invited(invited.user, pathname, change)
  return {
    status: invited.isNew ? 201 : 200,
    body: {
      ...present.user(invited),
      invitation_url,
      invitation_expires_at: invited.expires_at,
    },
  }
})
