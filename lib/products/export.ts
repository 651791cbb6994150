import { z } from 'zod'
import { csvOptions, type Separator, unpagedQueryOf } from '../core/lists/csv-export'
import { takingMembersOf } from '../core/api/endpoint'
import { listOf } from '../core/lists/list'
import {
  maxIds,
  productListQuery,
  productSelection,
  type ProductListQuery,
  type ProductSelection,
} from './schema'
import { defaultExportColumns, exportColumns, type ExportColumn } from './import'

export type ProductExport = {
  selection: ProductSelection
  sort: ProductListQuery['sort']
  columns: readonly ExportColumn[]
  separator: Separator
  bom: boolean
}

/**
 * - `q`, `sort` and the list's filters: exports every match, without paging.
 * - `ids`: exports only these (comma-separated). `except`: leaves these out.
 */
export const productExportQuery = takingMembersOf(
  productListQuery,
  z
    .looseObject({
      ...csvOptions(exportColumns),
      ids: listOf(z.string(), maxIds).optional(),
      except: listOf(z.string(), maxIds).optional(),
    })
    .transform(({ columns, separator, bom, ids, except, ...list }, context): ProductExport => {
      const { sort, ...filters } = unpagedQueryOf(productListQuery, list, context)
      if (context.issues.length > 0) return z.NEVER
      const selection = productSelection.safeParse(ids ? { ids } : { query: filters, except })
      if (!selection.success) {
        context.addIssue({ code: 'custom', path: [ids ? 'ids' : 'except'], message: 'invalid', input: ids })
        return z.NEVER
      }
      return { selection: selection.data, sort, columns: columns ?? defaultExportColumns, separator, bom }
    }),
)
