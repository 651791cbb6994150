import 'server-only'
import type { ImportColumns } from '../../import'
import { importTargets } from '../../import-targets'
import type { ImportKindName } from '../../schema'
import { getTranslator } from '../../../core/i18n/server'
import { AppError } from '../../../core/server/errors'
import { fileProblem } from './file-problem'

/** Names of columns in files, separated by spaces, compared without case, spaces and punctuation. */
export type ColumnNames<Target extends string> = Record<Target, string>

/** Guesses the columns of a file by their names; null for unknown ones. The first column of a kind counts. */
export function columnGuesser<Target extends string>(
  names: ColumnNames<Target>,
): (header: readonly string[]) => (Target | null)[] {
  const targets = new Map(
    Object.entries<string>(names).flatMap(([target, all]) =>
      all.split(/\s+/).map((name) => [name, target as Target]),
    ),
  )
  return (header) => {
    const used = new Set<Target>()
    return header.map((name) => {
      const target = targets.get(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
      if (target === undefined || used.has(target)) return null
      used.add(target)
      return target
    })
  }
}

/**
 * The guessed columns.
 * @throws AppError `invalid` at `file`
 */
export function guessedColumns(
  header: readonly string[],
  guess: (header: readonly string[]) => ImportColumns,
): ImportColumns {
  const guessed = guess(header)
  // A single unknown column is text, not a table.
  if (header.length === 1 && guessed[0] === null) throw fileProblem('not_csv')
  return guessed
}

/**
 * The columns that the user chose, one per header cell.
 * @throws AppError `invalid` at `columns`
 */
export function chosenColumns(
  kind: ImportKindName,
  columns: ImportColumns,
  header: readonly string[],
): ImportColumns {
  const { targets } = importTargets[kind]
  const isKnown = columns.every((column) => column === null || targets.includes(column))
  if (isKnown && columns.length === header.length) return columns
  const reason = getTranslator('issues')(isKnown ? 'invalid' : 'invalid_choice')
  throw new AppError('invalid', { errors: { columns: [reason] } })
}
