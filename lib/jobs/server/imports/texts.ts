import 'server-only'

/** The texts of a row by target; absent if empty. */
export type CellTexts<Target extends string> = Partial<Record<Target, string>>

/** Maps the cells of a row to their targets. */
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

/** Whether a row has text beyond the last column. */
export const hasTooMany = (cells: readonly string[], columns: readonly unknown[]): boolean =>
  cells.slice(columns.length).some((cell) => cell.trim() !== '')
