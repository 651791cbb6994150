import 'server-only'
import type { z } from 'zod'
import { issueKey, type IssueText } from '../../../core/issues'
import { getTranslator } from '../../../core/i18n/server'
import type { RowErrors } from '../kinds'
import type { ImportDuplicates } from '../../import'
import { AppError } from '../../../core/server/errors'

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

/** The texts of a row by target; absent if empty. */
export type CellTexts<Target extends string> = Partial<Record<Target, string>>

export function readTexts<Target extends string>(
  cells: readonly string[],
  columns: readonly (Target | null)[],
): CellTexts<Target> {
  const texts: CellTexts<Target> = {}
  columns.forEach((target, at) => {
    const cell = cells[at] ?? ''
    if (target !== null && cell !== '') texts[target] = cell
  })
  return texts
}

export const hasTooMany = (cells: readonly string[], columns: readonly unknown[]): boolean =>
  cells.slice(columns.length).some((cell) => cell.trim() !== '')

const maxRowsShown = 5

/** Returns how many rows would create duplicates, and the first row numbers. */
export const firstTwins = ({
  existing,
  inFile,
}: {
  existing: number[]
  inFile: number[]
}): ImportDuplicates => ({
  existing: existing.length,
  in_file: inFile.length,
  rows: firstRows([...existing, ...inFile]),
})

export const withTwins = (soFar: ImportDuplicates | undefined, more: ImportDuplicates): ImportDuplicates => ({
  existing: (soFar?.existing ?? 0) + more.existing,
  in_file: (soFar?.in_file ?? 0) + more.in_file,
  rows: firstRows([...(soFar?.rows ?? []), ...more.rows]),
})

const firstRows = (positions: number[]): number[] =>
  positions.toSorted((one, other) => one - other).slice(0, maxRowsShown)

type Reason = Parameters<ReturnType<typeof getTranslator<'importProblems'>>>[0]

/** An error in the file as a whole. */
export function fileProblem(
  reason: Reason,
  values?: Record<string, string | number>,
  cause?: unknown,
): AppError {
  return new AppError('invalid', {
    errors: { file: [getTranslator('importProblems')(reason, values)] },
    cause,
  })
}
