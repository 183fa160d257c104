/** The form that connects a bank: what that bank needs, and nothing else. */
import { ApiError } from '../../contract/apiError.ts'
import type { components } from '../../generated/types.ts'
import type { CallInput } from '../../http/calls.ts'
import type { Field, FormBlock } from '../blocks.ts'
import { lastValue } from '../forms.ts'
import type { Form } from '../forms.ts'
import { FormFault } from '../page.ts'
import type { PageContext } from '../page.ts'
import { bank as texts } from '../texts/bank.ts'

type Connection = components['schemas']['BankConnection']
export type Profile = components['schemas']['BankProfile']

export const BANK = '/dashboard/bank'

/** Limits of the files, as the contract has them; that of PKCS#12 before it is base64. */
const fileLimits = {
  pkcs12: 64 * 1024,
  certificate: 16 * 1024,
  private_key: 8 * 1024,
  authority: 16 * 1024,
}

/** The profile of a bank that is not known by name. */
const CONTRACT_PROFILE = 'bacen'

/** A bank's name as the reader says it; one that is not in the list has none. */
export const titleOf = ({ locale }: PageContext, { name, title }: Profile): string =>
  name === CONTRACT_PROFILE ? texts[locale].other_bank : title

function credentialFields(
  { locale }: PageContext,
  profile: Profile,
  connection?: Connection,
): Field[] {
  const { form } = texts[locale]
  const { name, needs_client_id, needs_secret, values } = profile
  const id: Field = {
    name: 'client_id',
    label: form.client_id,
    type: 'text',
    required: true,
    maxLength: 255,
    value: connection?.client_id ?? '',
  }
  const secret: Field = {
    name: 'client_secret',
    label: form.secrets[name] ?? form.client_secret,
    type: 'password',
    required: true,
  }
  const valueFields = values.map((value): Field => {
    const said = form.values[`${name}.${value.name}`]
    const hint = connection && value.secret ? form.value_kept : said?.hint
    return {
      name: `profile_values.${value.name}`,
      label: said?.label ?? value.text,
      type: value.secret ? 'password' : 'text',
      maxLength: 255,
      required: value.required && !connection,
      ...(hint !== undefined && { hint }),
    }
  })
  return [...(needs_client_id ? [id] : []), ...(needs_secret ? [secret] : []), ...valueFields]
}

/** A PKCS#12 file, as banks hand it out; files of PEM are behind a fold. */
function certificateFields({ locale }: PageContext): Field[] {
  const { form } = texts[locale]
  const pem = (name: 'certificate' | 'private_key'): Field => ({
    name,
    label: form[name],
    type: 'file',
    accept: '.pem,.crt,.cer,.key',
    maxBytes: fileLimits[name],
    fold: form.pem_files,
  })
  return [
    {
      name: 'pkcs12',
      label: form.pkcs12,
      type: 'file',
      accept: '.p12,.pfx,application/x-pkcs12',
      maxBytes: fileLimits.pkcs12,
    },
    {
      name: 'pkcs12_password',
      label: form.pkcs12_password,
      type: 'password',
      hint: form.pkcs12_password_hint,
    },
    pem('certificate'),
    pem('private_key'),
  ]
}

/** Where the bank is; the profile knows it of most. */
function addressFields(
  { locale }: PageContext,
  profile: Profile,
  connection?: Connection,
): Field[] {
  const { form } = texts[locale]
  const address = (name: 'url' | 'token_url'): Field => ({
    name,
    label: form[name],
    type: 'url',
    required: true,
    maxLength: 2048,
    value: connection?.[name] ?? profile[name] ?? '',
    fold: form.addresses,
  })
  const authority: Field = {
    name: 'authority',
    label: form.authority,
    type: 'file',
    accept: '.pem,.crt,.cer',
    maxBytes: fileLimits.authority,
    hint: form.authority_hint,
    fold: form.addresses,
  }
  return [address('url'), address('token_url'), authority]
}

function callbacksField({ locale }: PageContext, connection?: Connection): Field {
  const { form } = texts[locale]
  return {
    name: 'callbacks',
    label: form.callbacks,
    type: 'select',
    value: connection?.callbacks === 'refused' ? 'optional' : 'required',
    options: [
      { value: 'required', label: form.required },
      { value: 'optional', label: form.optional },
    ],
  }
}

/** The account that receives, which recurring charges name. */
function accountFields({ locale }: PageContext, connection?: Connection): Field[] {
  const { account_types, form } = texts[locale]
  const account = connection?.account
  const digits = (name: 'branch' | 'number', maxLength: number): Field => ({
    name: `account.${name}`,
    label: form[`account_${name}`],
    type: 'text',
    // Typed with dots or a dash, which are left out.
    maxLength: maxLength + 4,
    value: account?.[name] ?? '',
    fold: form.account,
  })
  return [
    {
      name: 'account.type',
      label: form.account_type,
      type: 'select',
      value: account?.type ?? 'checking',
      options: (['checking', 'savings', 'payment'] as const).map((value) => ({
        value,
        label: account_types[value],
      })),
      fold: form.account,
    },
    digits('branch', 4),
    { ...digits('number', 20), hint: form.account_hint },
  ]
}

/** Known values are filled in; secrets and files have to be given again. */
export function connectForm(
  context: PageContext,
  profile: Profile,
  connection: Connection,
): FormBlock {
  const { form } = texts[context.locale]
  const sameProfile = connection.profile === profile.name ? connection : undefined
  const title = titleOf(context, profile)
  return {
    kind: 'form',
    action: BANK,
    title: sameProfile ? form.change(title) : form.connect(title),
    text: context.form ? form.again : form.text,
    fields: [
      { name: 'profile', label: '', type: 'hidden', value: profile.name },
      ...credentialFields(context, profile, sameProfile),
      ...(profile.needs_certificate ? certificateFields(context) : []),
      {
        name: 'pix_key',
        label: form.pix_key,
        type: 'text',
        required: true,
        maxLength: 77,
        hint: form.pix_key_hint,
        value: connection.pix_key ?? '',
      },
      {
        name: 'city',
        label: form.city,
        type: 'text',
        maxLength: 60,
        hint: form.city_hint,
        value: connection.city ?? '',
      },
      callbacksField(context, sameProfile),
      // A provider that takes no certificate has an API of its own, without Pix Automático.
      ...(profile.needs_certificate ? accountFields(context, sameProfile) : []),
      ...addressFields(context, profile, sameProfile),
    ],
    submit: form.submit,
  }
}

/** Fields that are sent as they are typed, unless they are empty. */
const plainFields = [
  'profile',
  'url',
  'token_url',
  'client_id',
  'client_secret',
  'certificate',
  'private_key',
  'pkcs12',
  'authority',
  'pix_key',
  'city',
  'callbacks',
]

const VALUES = 'profile_values.'

const digitsOf = (form: Form, name: 'branch' | 'number'): string =>
  (lastValue(form, `account.${name}`) ?? '').replace(/[\s.-]/g, '')

/** The account in a form; null where it was left empty, undefined where it was not asked for. */
function accountIn(form: Form): components['schemas']['ConnectBankBody']['account'] {
  const type = lastValue(form, 'account.type')
  if (type !== 'checking' && type !== 'savings' && type !== 'payment') return undefined
  const branch = digitsOf(form, 'branch')
  const number = digitsOf(form, 'number')
  return branch === '' && number === '' ? null : { branch, number, type }
}

/** The input of `connectBank`, without the fields that were left empty. */
export function connectInput(_: PageContext, form: Form): CallInput<'connectBank'> {
  const valuesOf = (name: string): [string, string][] => {
    const value = lastValue(form, name) ?? ''
    return value === '' ? [] : [[name, value]]
  }
  const values = [...form.keys()].filter((name) => name.startsWith(VALUES)).flatMap(valuesOf)
  const profile_values = Object.fromEntries(
    values.map(([name, value]) => [name.slice(VALUES.length), value]),
  )
  const account = accountIn(form)
  const hasPkcs12 = valuesOf('pkcs12').length > 0
  const body = {
    ...Object.fromEntries(plainFields.flatMap(valuesOf)),
    ...(hasPkcs12 && Object.fromEntries(valuesOf('pkcs12_password'))),
    ...(values.length > 0 && { profile_values }),
    ...(account !== undefined && { account }),
  }
  return { body }
}

/**
 * Checks the fields that the bank requires before the passkey and then the bank are asked.
 *
 * @throws ApiError, FormFault
 */
export async function checkConnectForm(context: PageContext, form: Form): Promise<void> {
  const { data: profiles } = await context.call('listBankProfiles')
  const profile = profiles.find(({ name }) => name === lastValue(form, 'profile'))
  if (!profile) throw new ApiError('unknown_bank_profile', { param: 'profile' })
  const { form: formTexts } = texts[context.locale]
  const isGiven = (name: string) => (lastValue(form, name) ?? '') !== ''
  if (profile.needs_client_id && !isGiven('client_id')) throw missing('client_id')
  if (profile.needs_secret && !isGiven('client_secret')) throw missing('client_secret')
  const isPart = isGiven('account.branch') !== isGiven('account.number')
  if (isPart) throw new FormFault('account.number', formTexts.account_part)
  if (!profile.needs_certificate || isGiven('pkcs12')) return
  if (!isGiven('certificate') && !isGiven('private_key')) throw missing('pkcs12')
  if (!isGiven('certificate')) throw missing('certificate')
  if (!isGiven('private_key')) throw missing('private_key')

  function missing(param: string): FormFault {
    return new FormFault(param, param === 'pkcs12' ? formTexts.no_certificate : formTexts.missing)
  }
}
