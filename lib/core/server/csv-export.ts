import 'server-only'
import { separators, type Separator } from '../csv-export'
import { byteOrderMark, csvLine, guard } from './csv-text'

type CsvFormat<Row> = {
  header: readonly string[]
  /** The cells of a row. Formulas are escaped here. */
  cells: (row: Row) => string[]
  separator: Separator
  /** Writes a byte order mark first. */
  bom: boolean
}

/** Yields the header, then the text of each batch of rows. */
export async function* csvText<Row>(
  batches: AsyncIterable<Row[]>,
  { header, cells, separator, bom }: CsvFormat<Row>,
): AsyncGenerator<string, void> {
  const { delimiter } = separators[separator]
  yield (bom ? byteOrderMark : '') + csvLine(header, delimiter)
  for await (const rows of batches)
    yield rows.map((row) => csvLine(cells(row).map(guard), delimiter)).join('')
}
