import 'server-only'
import type { z } from 'zod'
import { issueKey, type IssueText } from '../../contracts/issues'
import { getTranslator } from '../../i18n/server'
import type { RowErrors } from '../tasks/kind'

type Reading<Target extends string> = {
  columns: readonly (Target | null)[]
  /** Something is to be made: what it needs must be in the file. */
  isNew: boolean
  /** The cell in which what is missed would stand; the field's own unless given. */
  targetOf?: (field: Target) => Target
  reasonOf: (target: Target, issue: IssueText) => string
  /** That these stand in no column of the file. */
  absent: (values: { count: number; fields: string }) => string
}

/**
 * Why the cells of a row are not taken, one reason a field: for whoever made the file, and knows no schema. What has
 * no column in the file is told by itself (`columns`), as it is the same of every row.
 */
export function reasonsOf<Target extends string>(
  issues: readonly z.core.$ZodIssue[],
  { columns, isNew, targetOf = (field) => field, reasonOf, absent }: Reading<Target>,
): RowErrors {
  const reasons: RowErrors = {}
  const missing = new Set<Target>()
  for (const issue of issues) {
    const text = issueKey(issue)
    const [field] = issue.path as [Target?]
    if (field === undefined) {
      reasons.base ??= [getTranslator('issues')(text.key, text.values)]
      continue
    }
    const target = targetOf(field)
    if (isNew && !columns.includes(target)) missing.add(target)
    else reasons[target] ??= [reasonOf(target, text)]
  }
  if (missing.size > 0) reasons.columns = [absent({ count: missing.size, fields: [...missing].join(', ') })]
  return reasons
}
