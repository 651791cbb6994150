import type { z } from 'zod'
import { csvQuery } from '../core/lists/csv-export'
import { allCustomerFields } from './fields'
import { customerListQuery } from './schema'

/** Columns that can be exported, in their default order. `contact_…`: local corrections. */
export const customerExportColumns = [
  'id',
  ...allCustomerFields,
  'created_at',
  'last_paid_at',
  'labels',
  'contact_email',
  'contact_phone',
  'contact_address',
] as const
export type CustomerExportColumn = (typeof customerExportColumns)[number]

/** Columns that the gateway does not know. Their headers are marked as local. */
export const localExportColumns: readonly CustomerExportColumn[] = [
  'labels',
  'contact_email',
  'contact_phone',
  'contact_address',
]

/** The list's query, with the options of a CSV file (`csvOptions`). An export contains every match, not only a page. */
export const customerExportQuery = csvQuery(customerExportColumns, customerListQuery)
export type CustomerExport = z.output<typeof customerExportQuery>
