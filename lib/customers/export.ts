/** Query of the export of customers: that of the list, and which columns. */
import { z } from 'zod'
import { csvOptions, type Separator } from '../core/csv-export'
import { customerListQuery, type CustomerListQuery } from './schema'

/** What can be exported, in this order where nothing is chosen. `contact_…`: as it was corrected here. */
export const customerExportColumns = [
  'id', 'first_name', 'last_name', 'email', 'phone', 'address', 'city', 'country', 'zip', 'state', 'ip',
  'external_id', 'created_at', 'last_paid_at', 'labels', 'contact_email', 'contact_phone', 'contact_address',
] as const // prettier-ignore
export type CustomerExportColumn = (typeof customerExportColumns)[number]

/** What the gateway knows nothing of; the file's header says so. */
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

/** `q`, `sort` and the filters of the list; all that match is exported. With columns as `csvOptions` says. */
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
