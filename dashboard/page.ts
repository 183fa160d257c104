/** The forms that pages and their actions have; `site.ts` serves them. */
import { ApiError } from '../contract/apiError.ts'
import type { Locale } from '../domain/formats/locale.ts'
import type { Mail } from '../domain/mail/rows.ts'
import type { OwnSession, Session } from '../domain/people/people.ts'
import type { OperationId } from '../handlers/support/handler.ts'
import type { Call, CallInput, CallResult, Check } from '../http/calls.ts'
import type { PageRequest } from '../http/context.ts'
import type { Block } from './blocks.ts'
import type { Form } from './forms.ts'
import type { CommonTexts } from './texts/common.ts'

/** The name in a page's `data-page`, by which tests tell pages apart in any language. */
export type PageName =
  | 'home'
  | 'checkouts'
  | 'checkout'
  | 'new-checkout'
  | 'payments'
  | 'payment'
  | 'refunds'
  | 'refund'
  | 'statement'
  | 'unmatched'
  | 'subscriptions'
  | 'subscription'
  | 'new-subscription'
  | 'invoices'
  | 'invoice'
  | 'customers'
  | 'customer'
  | 'payment-links'
  | 'payment-link'
  | 'products'
  | 'product'
  | 'api-clients'
  | 'webhooks'
  | 'events'
  | 'bank'
  | 'team'
  | 'access'
  | 'audit'
  | 'settings'
  | 'search'
  | 'sign-in'
  | 'join'
  | 'confirm'
  | 'message'

/** The input from which a page is drawn, for a person who is signed in. */
export type PageContext = {
  session: Session
  /** The parameters of the page's path. */
  params: Record<string, string>
  /** The query; of a repeated parameter, the last. */
  query: Record<string, string>
  locale: Locale
  text: CommonTexts
  now: Date
  mode: 'sandbox' | 'live'
  baseUrl: string
  /** Calls an operation with the person's scopes. */
  call: Call
  /** Validates what an operation would be called with. */
  check: Check
  /** The fields of a form that was refused, with which the page is drawn again. */
  form?: Form
  /** The sessions of the person, whatever their role. */
  ownSessions: () => Promise<OwnSession[]>
  /** The alerts of the account that could not be delivered. */
  undeliveredAlerts: () => Promise<Mail[]>
  /** True when the person's role has the scopes that an operation needs. */
  can: (id: OperationId) => boolean
  request: PageRequest
}

/** The content of a page; `render.ts` draws the frame around it. */
export type View = { name: PageName; title: string; blocks: Block[]; status?: number }

/** A page of the dashboard, at an address such as `/dashboard/payments/:paymentId`. */
export type Page = {
  path: string
  /** A page may lead to another one instead. */
  draw: (context: PageContext) => Promise<View | { to: string }>
}

/** A file that is sent as it comes. */
export type Download = {
  path: string
  fileName: (context: PageContext) => string
  /** Its media type. */
  type: string
  /** Text or bytes, in pieces. */
  pieces: (context: PageContext) => AsyncIterable<string | Uint8Array>
}

/** Where the reader is led; `done` names the text of `texts/notices.ts` that says what was done. */
export type Redirect = { to: string; done?: string }

/** A form that was posted to an operation. A form is sent twice, the operation runs once. */
export type Action<Id extends OperationId = OperationId> = {
  /** Where its form is posted to. */
  path: string
  operation: Id
  /** Input of the call; by default the path's parameters, and the form's fields as the body. */
  input?: (context: PageContext, form: Form) => Promise<CallInput<Id>> | CallInput<Id>
  /**
   * Applies rules that the contract cannot express, before the passkey is asked for.
   *
   * @throws ApiError
   */
  check?: (context: PageContext, form: Form) => void | Promise<void>
  /**
   * For a form that moves money, shows a secret, or changes people or what buyers trust: says what
   * the passkey is asked for. Undefined where this form needs none.
   */
  confirm?: (context: PageContext, form: Form) => string | undefined | Promise<string | undefined>
  done: (result: CallResult<Id>, context: PageContext) => Redirect | View
  /** Drawn again, with what was typed and why it was refused, when the operation refuses. */
  page: Page
}

/** For the list of all actions: each has been checked against its own operation. */
export const action = <Id extends OperationId>(of: Action<Id>): Action => of as unknown as Action

/** An error that a page itself finds in a field of its form, worded in the reader's language. */
export class FormFault extends ApiError {
  override name = 'FormFault'
  readonly text: string

  constructor(param: string, text: string) {
    super('invalid_request', { param })
    this.text = text
  }
}

/** A refusal that the page of a form is drawn again with. */
export type RefusedForm = { action: string; form: Form; error: ApiError }
