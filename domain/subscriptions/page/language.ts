/** The language in which a buyer last saw the page of a subscription: mails are written in it. */
import { DatabaseUnavailable } from '../../../db/database.ts'
import type { QueryRunner } from '../../../db/database.ts'
import { query } from '../../../db/query.ts'
import { setColumns } from '../../../db/rows.ts'
import type { Locale } from '../../formats/locale.ts'
import type { Subscription } from '../rows.ts'

const keepLocale = query(
  'keep_subscription_page_locale',
  setColumns('subscriptions', ['page_locale']),
)

/**
 * Keeps the language, where mails are sent: one write for each change of it. A database that cannot
 * write keeps no buyer from the page.
 */
export async function keepPageLocale(
  db: QueryRunner,
  { seller_id, id, page_locale }: Subscription,
  { locale, isMailOn }: { locale: Locale; isMailOn: boolean },
): Promise<void> {
  if (!isMailOn || page_locale === locale) return
  await db
    .run(() => keepLocale({ seller_id, id, page_locale: locale }))
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
}
