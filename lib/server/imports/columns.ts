import 'server-only'
import type { ImportColumns } from '../../contracts/import'
import { importTargets } from '../../contracts/import-targets'
import type { ImportKindName } from '../../contracts/task'
import { getTranslator } from '../../i18n/server'
import { AppError } from '../errors'
import { fileProblem } from './file-problem'

/** Names that columns have in files, space-separated; without case, spaces and punctuation. */
export type ColumnNames<Target extends string> = Record<Target, string>

/** Finds what the columns of a file are, by their names; null where that is not clear. The first of a kind counts. */
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

/** Columns that were guessed. @throws AppError `invalid` at `file` */
export function guessedColumns(
  header: readonly string[],
  guess: (header: readonly string[]) => ImportColumns,
): ImportColumns {
  const guessed = guess(header)
  // One column that is nothing we know is a text, and no table.
  if (header.length === 1 && guessed[0] === null) throw fileProblem('not_csv')
  return guessed
}

/** Columns that somebody chose, one for each of the header's. @throws AppError `invalid` at `columns` */
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
