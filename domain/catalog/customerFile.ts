/** Customers as a table for spreadsheets. */
import type { Row } from '../../db/schema/tables.ts'
import { listSheet } from '../files/sheet.ts'
import type { Sheet, SheetColumn } from '../files/sheet.ts'
import type { Locale } from '../formats/locale.ts'
import { catalogFileTexts } from './fileTexts.ts'

type Customer = Row<'customers'>
type Name = keyof (typeof catalogFileTexts)['en']['customers']['columns']

const columns: readonly SheetColumn<Customer, Name>[] = [
  ['name', 32, ({ name }) => name],
  ['tax_id', 20, ({ tax_id }) => tax_id],
  ['email', 32, ({ email }) => email],
  ['phone', 20, ({ phone }) => phone],
  ['status', 12, ({ status }, locale) => catalogFileTexts[locale].customers.statuses[status]],
  ['source', 18, ({ source }, locale) => catalogFileTexts[locale].customers.sources[source]],
  ['created_at', 20, ({ created_at: moment }) => ({ moment })],
  ['updated_at', 20, ({ updated_at: moment }) => ({ moment })],
  ['id', 44, ({ id }) => id],
]

export const customerSheet = (pieces: AsyncIterable<readonly Customer[]>, locale: Locale): Sheet =>
  listSheet(pieces, { texts: catalogFileTexts[locale].customers, columns, locale })
