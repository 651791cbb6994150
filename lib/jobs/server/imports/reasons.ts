import 'server-only'
import type { z } from 'zod'
import { issueKey, type IssueText } from '../../../core/api/issues'
import { getTranslator } from '../../../core/i18n/server'
import { AppError } from '../../../core/server/errors'
import type { RowErrors } from '../kinds'
import type { PlannedRow } from './kind'

type Reading<Target extends string> = {
  columns: readonly (Target | null)[]
  /** A new row needs its required values in the file. */
  isNew: boolean
  /** The cell that an issue is about; null for the whole row. */
  targetOf: (issue: z.core.$ZodIssue) => Target | null
  reasonOf: (target: Target, text: IssueText, issue: z.core.$ZodIssue) => string
  /** The reason for values that have no column in the file. */
  absent: (values: { count: number; fields: string }, missing: ReadonlySet<Target>) => string
}

/**
 * Reasons why a row's cells are invalid, one per field, in words for the author of the file. Missing columns are
 * reported once for all rows (`columns`).
 */
export function reasonsOf<Target extends string>(
  issues: readonly z.core.$ZodIssue[],
  { columns, isNew, targetOf, reasonOf, absent }: Reading<Target>,
): RowErrors {
  const reasons: RowErrors = {}
  const missing = new Set<Target>()
  for (const issue of issues) {
    const text = issueKey(issue)
    const target = targetOf(issue)
    if (target === null) (reasons.base ??= []).push(namedReason(issue, text))
    else if (isNew && !columns.includes(target)) missing.add(target)
    else reasons[target] ??= [reasonOf(target, text, issue)]
  }
  if (missing.size > 0)
    reasons.columns = [absent({ count: missing.size, fields: [...missing].join(', ') }, missing)]
  return reasons
}

/** The general words for an issue, after the name of its field. */
export function namedReason({ path }: z.core.$ZodIssue, { key, values }: IssueText): string {
  const reason = getTranslator('issues')(key, values)
  return path.length === 0 ? reason : `${String(path.at(-1))}: ${reason}`
}

const nothing: PlannedRow = { state: 'planned', subject: null, change: {}, before: null, errors: null }

/** The plan of a row that creates a resource. */
export const creationPlan = (change: Record<string, unknown>): PlannedRow => ({ ...nothing, change })

export const invalidPlan = (errors: RowErrors, subject: string | null = null): PlannedRow => ({
  ...nothing,
  state: 'invalid',
  subject,
  errors,
})

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

/** Why a row cannot be read at all: it has more cells than the header, or nothing in a column that is read. */
export function unreadable(
  cells: readonly string[],
  columns: readonly unknown[],
  values: Record<string, unknown>,
): RowErrors | null {
  const text = getTranslator('jobReasons')
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { base: [text('too_many_cells')] }
  return Object.keys(values).length === 0 ? { base: [text('nothing_in_row')] } : null
}

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
