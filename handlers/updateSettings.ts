import { trimmed, trimmedName } from '../domain/formats/names.ts'
import { faultOfReturnUrl } from '../domain/checkouts/open.ts'
import { changeSettings } from '../domain/settings/settings.ts'
import type { Changes } from '../domain/settings/settings.ts'
import { accountChange, changeError } from './support/accountChange.ts'
import { writing } from './support/handler.ts'
import type { Input } from './support/handler.ts'
import * as present from './support/present.ts'

type Body = Input<'updateSettings'>['body']

/** Texts that are kept without the space around them. */
const trimmedFields = ['display_name', 'legal_name', 'receipt_note'] as const

function changesOf({ mail, ...fields }: Body): Changes {
  const changes: Changes = { ...fields }
  for (const name of trimmedFields) {
    const text = fields[name]
    if (typeof text !== 'string') continue
    // The note alone may have several lines.
    changes[name] = name === 'receipt_note' ? trimmed(text) : trimmedName(text)
  }
  if (fields.accent_color) changes.accent_color = fields.accent_color.toLowerCase()
  for (const [name, isOn] of Object.entries(mail ?? {})) {
    changes[`mail_${name as keyof NonNullable<typeof mail>}`] = isOn
  }
  return changes
}

const addresses = [
  ['default_success_url', 'invalid_success_url'],
  ['default_cancel_url', 'invalid_cancel_url'],
  ['website_url', 'invalid_request'],
] as const

export const updateSettings = writing<'updateSettings', 'baseUrl' | 'mode'>(function* (input) {
  const { body, service, fail } = input
  for (const [name, code] of addresses) {
    const wrong = faultOfReturnUrl(body[name] ?? undefined, service.mode)
    if (wrong) throw fail(code, name, `${name} ${wrong}.`)
  }
  const changes = changesOf(body)
  for (const name of trimmedFields) if (changes[name] === '') throw fail('invalid_request', name)
  const { settings, fault } = yield* changeSettings(changes, accountChange(input))
  if (fault) throw changeError(fault)
  return { status: 200, body: present.settings(settings, service.baseUrl) }
})
