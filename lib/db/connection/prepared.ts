import 'server-only'
import type { Database } from '../database'

/**
 * Builds a named prepared statement once per database. For statements of every request, which spend most of their time
 * on building, parsing and planning. `build` names the statement and uses placeholders for its values.
 */
export function prepared<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const known = new WeakMap<Database, Statement>()
  return (db) => {
    const statement = known.get(db) ?? build(db)
    known.set(db, statement)
    return statement
  }
}
