import { z } from 'zod'
import { csvOptions, type Separator } from '../core/csv-export'
import { allCustomerFields } from './fields'
import { customerListQuery, type CustomerListQuery } from './schema'

/** Columns that can be exported, in their default order. `contact_…`: corrected locally. */
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

/** Columns that the gateway does not know. The file's header marks them. */
export const localExportColumns: readonly CustomerExportColumn[] = [
  'labels',
  'contact_email',
  'contact_phone',
  'contact_address',
]

export type CustomerExport = {
  query: Omit<CustomerListQuery, 'cursor' | 'limit'>
  columns: readonly CustomerExportColumn[]
  separator: Separator
  bom: boolean
}

/** Query of a list and `csvOptions`; exports all matches. */
export const customerExportQuery = z
  .looseObject(csvOptions(customerExportColumns))
  .transform(({ columns = customerExportColumns, separator, bom, ...list }, context): CustomerExport => {
    const listed = customerListQuery.safeParse(list, { reportInput: true })
    if (!listed.success) {
      context.issues.push(...(listed.error.issues as typeof context.issues))
      return z.NEVER
    }
    const { cursor: _cursor, limit: _limit, ...query } = listed.data
    return { query, columns, separator, bom }
  })
