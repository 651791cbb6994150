import 'server-only'
import type { z } from 'zod'
import { issueKey, type IssueText } from '../../../core/issues'
import { getTranslator } from '../../../core/i18n/server'
import type { RowErrors } from '../kind'

type Reading<Target extends string> = {
  columns: readonly (Target | null)[]
  /** A new row needs its required values in the file. */
  isNew: boolean
  /** The cell that would hold a missing value; by default that of the field itself. */
  targetOf?: (field: Target) => Target
  reasonOf: (target: Target, issue: IssueText) => string
  /** The reason for values that have no column in the file. */
  absent: (values: { count: number; fields: string }) => string
}

/**
 * Reasons why a row's cells are invalid, one per field, in words for the author of the file. Missing columns are
 * reported once for all rows (`columns`).
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
