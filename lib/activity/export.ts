import { z } from 'zod'
import { csvOptions, unpagedQueryOf } from '../core/lists/csv-export'
import { takingMembersOf } from '../core/api/endpoint'
import { activityListQuery } from './schema'

/** Columns that can be exported, in their default order. */
export const activityExportColumns = [
  'at', 'by', 'by_id', 'address', 'kind', 'what', 'object_kind', 'object', 'object_id', 'changes',
  'changes_in_words', 'id',
] as const // prettier-ignore
export type ActivityExportColumn = (typeof activityExportColumns)[number]

/** `q`, `sort` and the list's filters; exports every match, as CSV or as a JSON list of entries (`format=json`). */
export const activityExportQuery = takingMembersOf(
  activityListQuery,
  z
    .looseObject({
      ...csvOptions(activityExportColumns),
      format: z.enum(['csv', 'json'], { error: 'invalid_choice' }).default('csv'),
    })
    .transform(({ columns = activityExportColumns, separator, bom, format, ...rest }, context) => ({
      query: unpagedQueryOf(activityListQuery, rest, context),
      columns,
      separator,
      bom,
      format,
    })),
)
export type ActivityExport = z.output<typeof activityExportQuery>
