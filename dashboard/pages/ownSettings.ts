/** The seller's own settings: their forms, or facts for a role that may only read them. */
import type { components } from '../../generated/types.ts'
import { accentOf, contrastOf } from '../../domain/settings/accent.ts'
import { MAX_LOGO_BYTES } from '../../domain/settings/logo.ts'
import type { LogoType } from '../../domain/settings/logo.ts'
import { phone, taxId, text } from '../blocks.ts'
import type { Block, Cell, Field } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import { action } from '../page.ts'
import type { Action, Page, PageContext } from '../page.ts'
import { ownSettings as texts } from '../texts/ownSettings.ts'

type Settings = components['schemas']['Settings']

const UPDATE = '/dashboard/settings'
/** Where the form of the logo is posted to, with a file. */
export const LOGO = '/dashboard/settings/logo'

const lengths = {
  display_name: 160,
  legal_name: 160,
  tax_id: 32,
  support_email: 320,
  support_phone: 32,
  website_url: 2_048,
  accent_color: 7,
  default_success_url: 2_048,
  default_cancel_url: 2_048,
  receipt_note: 500,
} as const

type Name = keyof typeof lengths

/** The name and addresses that buyers trust: a passkey confirms a change of them. */
const trusted = [
  'display_name',
  'support_email',
  'website_url',
  'default_success_url',
  'default_cancel_url',
] as const satisfies readonly Name[]

const types: Partial<Record<Name, Field['type']>> = {
  support_email: 'email',
  support_phone: 'tel',
  website_url: 'url',
  default_success_url: 'url',
  default_cancel_url: 'url',
  receipt_note: 'textarea',
}

function fieldsOf({ locale }: PageContext, settings: Settings): Field[] {
  const words = texts[locale]
  const named = Object.entries(lengths).map(([name, maxLength]): Field => {
    const key = name as Name
    const hint = words.hints[key]
    const value = settings[key] ?? ''
    const type = types[key] ?? 'text'
    return { name, label: words.fields[key], type, value, maxLength, ...(hint && { hint }) }
  })
  const mails = Object.entries(settings.mail).map(
    ([name, isOn]): Field => ({
      name: `mail.${name}`,
      label: words.mail[name as keyof Settings['mail']],
      type: 'checkbox',
      value: String(isOn),
    }),
  )
  return [...named, ...mails]
}

/** The colour as each scheme has it, with the contrast of the text on it. */
function preview({ locale }: PageContext, color: string): Block {
  const words = texts[locale]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const swatches = (['light', 'dark'] as const).map((scheme) => {
    const { accent, on } = accentOf(color, scheme)
    const ratio = `${number.format(contrastOf(accent, on))}:1`
    const said = accent === color ? words.as_it_is : words.fitted(accent)
    return { label: `${words[scheme]}: ${said} ${words.contrast(ratio)}`, color: accent, on }
  })
  return { kind: 'swatches', sample: words.sample, swatches }
}

function logoBlocks({ locale }: PageContext, { logo_url }: Settings): Block[] {
  const { logo } = texts[locale]
  const set: Block = {
    kind: 'form',
    action: LOGO,
    title: logo.title,
    text: logo.text,
    fields: [
      {
        name: 'data',
        label: logo.file,
        type: 'file',
        accept: 'image/png,image/jpeg,image/webp',
        maxBytes: MAX_LOGO_BYTES,
        required: true,
      },
    ],
    submit: logo.submit,
  }
  if (logo_url === null) return [set]
  const remove: Block = {
    kind: 'form',
    action: `${LOGO}/delete`,
    fields: [],
    submit: logo.remove,
    isDangerous: true,
  }
  return [{ kind: 'picture', src: new URL(logo_url).pathname, alt: logo.title }, set, remove]
}

const cellOf = (name: Name, value: string | null): Cell =>
  name === 'tax_id' ? taxId(value) : name === 'support_phone' ? phone(value) : text(value)

/** Settings for a person who may read but not change them. */
function facts({ locale }: PageContext, settings: Settings): Block {
  const { fields } = texts[locale]
  const names = Object.keys(lengths) as Name[]
  return {
    kind: 'facts',
    facts: names.map((name) => ({ label: fields[name], cell: cellOf(name, settings[name]) })),
  }
}

/** The seller's own settings, for a role that may read them. */
export async function ownSettingsBlocks(context: PageContext): Promise<Block[]> {
  const { call, can, locale, text: shared } = context
  if (!can('getSettings')) return []
  const words = texts[locale]
  const settings = await call('getSettings')
  const colour = settings.accent_color === null ? [] : [preview(context, settings.accent_color)]
  if (!can('updateSettings')) {
    return [{ kind: 'section', title: words.title, blocks: [facts(context, settings), ...colour] }]
  }
  const form: Block = {
    kind: 'form',
    action: UPDATE,
    title: words.form.title,
    text: words.form.text,
    fields: fieldsOf(context, settings),
    submit: shared.save,
  }
  const blocks = [form, ...colour, ...logoBlocks(context, settings)]
  return [{ kind: 'section', title: words.title, blocks }]
}

/** The kind of a file by its first bytes; any other is refused, whatever it is called. */
function typeOf(base64: string): LogoType {
  if (base64.startsWith('/9j/')) return 'image/jpeg'
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/png'
}

/** Longer than any logo in base64: what is longer need not be compared with the contract. */
const MAX_BASE64 = Math.ceil(MAX_LOGO_BYTES / 3) * 4

/** @param page drawn again where a form was refused */
export function ownSettingsActions(page: Page): Action[] {
  return [
    action<'updateSettings'>({
      path: UPDATE,
      operation: 'updateSettings',
      async confirm({ call, locale }, form) {
        const settings = await call('getSettings')
        const { fields, confirm } = texts[locale]
        const changed = trusted.filter((name) => {
          const typed = lastValue(form, name)
          return typed !== undefined && typed !== (settings[name] ?? '')
        })
        return changed.length > 0 ? confirm(changed.map((name) => fields[name])) : undefined
      },
      done: () => ({ to: UPDATE, done: 'settings_updated' }),
      page,
    }),
    action<'setLogo'>({
      path: LOGO,
      operation: 'setLogo',
      input(_, form) {
        const data = (lastValue(form, 'data') ?? '').slice(0, MAX_BASE64 + 4)
        return { body: { content_type: typeOf(data), data } }
      },
      done: () => ({ to: UPDATE, done: 'logo_set' }),
      page,
    }),
    action<'deleteLogo'>({
      path: `${LOGO}/delete`,
      operation: 'deleteLogo',
      done: () => ({ to: UPDATE, done: 'logo_deleted' }),
      page,
    }),
  ]
}
