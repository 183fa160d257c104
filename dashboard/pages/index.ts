/** Every page, action and download of the dashboard, and what the menu leads to. */
import type { OperationId } from '../../handlers/support/handler.ts'
import type { CommonTexts } from '../texts/common.ts'
import type { Action, Download, Page } from '../page.ts'
import { cancelAction, checkoutPage, checkoutsFile, checkoutsPage } from './checkouts.ts'
import { paymentPage, paymentsFile, paymentsPage, refundAction } from './payments.ts'

export const pages: readonly Page[] = [checkoutsPage, checkoutPage, paymentsPage, paymentPage]

export const actions: readonly Action[] = [cancelAction, refundAction]

export const downloads: readonly Download[] = [checkoutsFile, paymentsFile]

/** The menu, in its order; an item is shown to those whose role permits its operation. */
export const menu: readonly { name: keyof CommonTexts['navigation']; needs: OperationId }[] = [
  { name: 'checkouts', needs: 'listCheckouts' },
  { name: 'payments', needs: 'listPayments' },
]
