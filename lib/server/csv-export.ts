import 'server-only'
import { separators, type Separator } from '../contracts/csv-export'
import { byteOrderMark, csvLine, guard } from './csv-text'

type CsvFormat<Row> = {
  header: readonly string[]
  /** A line's cells; what a spreadsheet takes for a formula is made safe here. */
  cells: (row: Row) => string[]
  separator: Separator
  /** Begins with a byte order mark. */
  bom: boolean
}

/** The header, and then a piece of text for each batch of rows. */
export async function* csvText<Row>(
  batches: AsyncIterable<Row[]>,
  { header, cells, separator, bom }: CsvFormat<Row>,
): AsyncGenerator<string, void> {
  const { delimiter } = separators[separator]
  yield (bom ? byteOrderMark : '') + csvLine(header, delimiter)
  for await (const rows of batches)
    yield rows.map((row) => csvLine(cells(row).map(guard), delimiter)).join('')
}
