import { z } from 'zod'
import { csvOptions, type Separator } from '../core/csv-export'
import { activityListQuery, type ActivityListQuery } from './schema'

/** Columns that can be exported, in their default order. */
export const activityExportColumns = [
  'at', 'by', 'by_id', 'address', 'kind', 'what', 'object_kind', 'object', 'object_id', 'changes',
  'changes_in_words', 'id',
] as const // prettier-ignore
export type ActivityExportColumn = (typeof activityExportColumns)[number]

export type ActivityExport = {
  query: Omit<ActivityListQuery, 'cursor' | 'limit'>
  columns: readonly ActivityExportColumn[]
  separator: Separator
  bom: boolean
  format: 'csv' | 'json'
}

/** `q`, `sort` and the list's filters; exports every match, as CSV or as a JSON list of entries (`format=json`). */
export const activityExportQuery = z
  .looseObject({
    ...csvOptions(activityExportColumns),
    format: z.enum(['csv', 'json'], { error: 'invalid_choice' }).default('csv'),
  })
  .transform(
    ({ columns = activityExportColumns, separator, bom, format, ...list }, context): ActivityExport => {
      const listed = activityListQuery.safeParse(list, { reportInput: true })
      if (!listed.success) {
        context.issues.push(...(listed.error.issues as typeof context.issues))
        return z.NEVER
      }
      const { cursor: _cursor, limit: _limit, ...query } = listed.data
      return { query, columns, separator, bom, format }
    },
  )
