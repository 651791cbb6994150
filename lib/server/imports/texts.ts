import 'server-only'

/** Cells by what they are, as they stand in the file; absent where there is none or it is empty. */
export type CellTexts<Target extends string> = Partial<Record<Target, string>>

/** The cells of a row by what their columns are read as. */
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

/** Whether a row has cells with something in them that stand under no column. */
export const hasTooMany = (cells: readonly string[], columns: readonly unknown[]): boolean =>
  cells.slice(columns.length).some((cell) => cell.trim() !== '')
