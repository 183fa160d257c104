import type { SubscriptionTexts } from './pt-BR.ts'

/** The terms and states of a subscription in English. */
export const en: SubscriptionTexts = {
  title: {
    incomplete: 'Waiting for your authorization',
    'paid-not-authorized': 'Payment received, debits not authorized',
    active: 'Subscription active',
    past_due: 'A payment is overdue',
    canceled: 'Subscription canceled',
    expired: 'Subscription not completed',
    ended: 'Subscription finished',
    not_found: 'Subscription not found',
    cancel: 'Cancel this subscription?',
  },
  not_found_text: 'There is no subscription at this address.',
  not_found_help: 'Check the link, or ask the seller for a new one.',
  refused: 'We did not understand the request, and nothing has changed. Use the buttons below.',
  subscribe: 'Subscribe with Pix Automático',
  link: {
    form: 'Your details',
    submit: 'Continue',
    reserve:
      'The next page has the code that you pay and authorize at your bank. Nothing is charged ' +
      'before.',
  },
  terms: 'Terms of the subscription',
  every: {
    '1 week': 'per week',
    '1 month': 'per month',
    '3 month': 'every 3 months',
    '6 month': 'every 6 months',
    '12 month': 'every 12 months',
    '1 year': 'per year',
  },
  name: 'Subscription',
  first_amount: 'First payment',
  next_amounts: 'After that',
  first_day: 'First day',
  paid_with_code: 'When you pay the Pix code',
  count: 'Payments',
  count_of: (count) => `${count} in total`,
  until_canceled: 'Until you cancel',
  variable: 'Variable amount',
  variable_text:
    'The amount may change each time. When you authorize, you set a limit for each debit at your ' +
    'bank, and nothing above it is debited.',
  least_limit: (amount) => `The limit cannot be lower than ${amount}.`,
  how_to_cancel: 'How to cancel',
  how_to_cancel_text:
    'At any time, on this page or in your banking app, under Pix Automático. To avoid the next ' +
    'debit, cancel by 22:00 (Brasília time) of the day before it.',
  keep_address: 'Keep the address of this page: it opens your subscription at any time.',
  waiting: { both: 'Waiting for payment and authorization', only: 'Waiting for authorization' },
  qr_of: (name) => `Pix Automático QR code for ${name}`,
  how_it_works: 'How it works',
  steps: {
    both: [
      'Open your banking app, go to Pix, and scan the code or paste it.',
      'Check who receives it, the amount and how often. Pay, and authorize Pix Automático.',
      'The next payments are debited from your account without any action from you.',
    ],
    only: [
      'Open your banking app, go to Pix, and scan the code or paste it.',
      'Check who receives it, the amount and how often, and authorize. Nothing is paid now.',
      'Payments are debited from your account, the first one on the day shown.',
    ],
  },
  updates_itself: 'This page updates by itself as soon as your bank confirms.',
  coming_title: 'Your code is being generated',
  no_code_title: 'The code is not ready yet',
  next_debit: 'Next debit',
  no_next_debit: 'There will be no other debit.',
  amount: 'Amount',
  may_change: 'may change',
  paid_until: 'Paid until',
  active_text: 'Payments are debited from your account by Pix Automático.',
  past_due_text: (reason) => `The latest payment was not made: ${reason}.`,
  next_attempt: (day) => `Your bank will try again on ${day}.`,
  pay_by_code: (amount) =>
    'The debit will not be tried again. To stay up to date, ' +
    `pay ${amount} with the code on this page.`,
  no_attempt: 'This debit will not be tried again.',
  not_authorized_text:
    'We received the first payment, but your bank did not authorize the next debits. It may not ' +
    'offer Pix Automático yet.',
  not_authorized_wait: (time) =>
    `If your banking app asks for the authorization, confirm it by ${time}.`,
  not_authorized_end: 'Without it, nothing more will be debited.',
  expired_text:
    'The time ran out without a payment or an authorization. Nothing was or will be debited. To ' +
    'subscribe, go back to the store and start again.',
  expired_paid_text:
    'The first payment was made, but the debits were not authorized within 24 hours. Nothing ' +
    'more will be debited.',
  rejected_text: 'The authorization was refused at your bank. Nothing will be debited.',
  canceled_text: 'Nothing more will be debited. If a debit still happens, you get the money back.',
  canceled_by: {
    seller: 'The store canceled this subscription.',
    buyer: 'You canceled this subscription.',
    payer: 'The authorization was canceled in the banking app.',
    payer_bank: "The payer's bank ended the authorization.",
    seller_bank: "The store's bank ended the authorization.",
    system: 'This subscription was ended.',
  },
  ended_text: 'All planned payments are over. Nothing more will be debited.',
  paid_until_text: (day) => `What you paid is valid until ${day}.`,
  reasons: {
    insufficient_funds: 'there was not enough money in the account',
    amount_over_limit: 'the amount is above the limit that you set at your bank',
    account_closed: 'the account was closed',
    account_blocked: 'the account is blocked',
    payer_mismatch: 'the account does not belong to the person who authorized',
    not_authorized: 'the authorization is no longer valid',
    same_bank: 'your bank does not make this debit between its own accounts',
    rule: 'the bank refused the debit',
    bank_error: 'there was a failure between the banks',
    canceled_by_payer: 'the debit was canceled in the banking app',
    canceled_by_bank: 'the debit was canceled by a bank',
    missed: 'the debit could not be sent to the bank in time',
    other: 'the bank did not complete the debit',
  },
  invoices: 'Payments',
  older_invoices: 'Older payments',
  newest_invoices: 'Latest payments',
  invoice: (number) => `Payment ${number}`,
  invoice_of: (number, cycles) => `Payment ${number} of ${cycles}`,
  status: {
    draft: 'Planned',
    open: 'Scheduled',
    failed: 'Not debited',
    paid: 'Paid',
    void: 'Not charged',
    uncollectible: 'Not paid',
  },
  receipt: 'Receipt',
  receipt_of: (number) => `Receipt of payment ${number}`,
  period: 'Period',
  period_of: (start, end) => `${start} to ${end}`,
  back_to_subscription: 'Back to the subscription',
  cancel: 'Cancel subscription',
  cancel_text: 'Once canceled, the subscription cannot be resumed.',
  cancel_soon: (day) =>
    `The debit of ${day} can no longer be stopped; if it happens, you get the money back.`,
  confirm: 'Yes, cancel',
  keep: 'No, keep the subscription',
  test_text: 'No money moves here. Choose what happens:',
  test: {
    authorize: 'Pay and authorize',
    authorize_only: 'Authorize',
    pay_only: 'Pay without authorizing',
    refuse: 'Refuse the authorization',
    pay: 'Debit now',
    pay_code: 'Pay the code',
    fail: 'Make the debit fail',
  },
}
