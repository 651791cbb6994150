import 'server-only'
import type { Database } from './database'

/**
 * A statement that is written out once for each database, and then known to its connections by the name that `build` gives
 * it: for those that every request asks, of which writing, reading and planning is most of what they cost. Its values are
 * placeholders.
 */
export function prepared<Statement>(build: (db: Database) => Statement): (db: Database) => Statement {
  const known = new WeakMap<Database, Statement>()
  return (db) => {
    const statement = known.get(db) ?? build(db)
    known.set(db, statement)
    return statement
  }
}
