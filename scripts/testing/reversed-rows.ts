/**
 * With `TEST_ROWS=reversed`: reverses the rows of every statement without its own ORDER BY. PostgreSQL may return them
 * in any order, and does on a busy machine; this way a test or a feature that relies on an order fails at once.
 */
import pg, { type QueryResult } from 'pg'

type Answered = { text?: string; _results: QueryResult | QueryResult[] }
type Handler = (this: Answered, connection: unknown) => void

const prototype = pg.Query.prototype as unknown as { handleReadyForQuery: Handler }
const original = prototype.handleReadyForQuery

prototype.handleReadyForQuery = function handleReadyForQuery(connection) {
  if (!Array.isArray(this._results) && this._results.rows.length > 1 && !isOrdered(this.text ?? ''))
    this._results.rows.reverse()
  original.call(this, connection)
}

/** Whether the statement itself orders its rows: an ORDER BY within parentheses belongs to a part of it. */
function isOrdered(text: string): boolean {
  let outside = text.replaceAll(/'[^']*'|"[^"]*"/g, '')
  for (let before = ''; before !== outside;) {
    before = outside
    outside = outside.replaceAll(/\([^()]*\)/g, '')
  }
  return /\border\s+by\b/i.test(outside)
}
