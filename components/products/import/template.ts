/** The columns most files need, by the names they are known by, and one row to show how cells are written. */
const header = ['id', 'name', 'description', 'currency', 'price', 'quantity', 'infinite', 'expired_at', 'immortal', 'test'] // prettier-ignore
const example = ['', 'Notebook', 'A5, 96 pages', 'EUR', '12.50', '40', 'false', '', 'true', 'true'] // prettier-ignore

const line = (cells: readonly string[]) =>
  `${cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')}\r\n`

/** A file that a spreadsheet opens and an import takes. */
export const templateAddress = `data:text/csv;charset=utf-8,${encodeURIComponent(line(header) + line(example))}`
