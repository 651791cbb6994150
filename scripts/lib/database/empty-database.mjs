/** The empty database that new embedded databases are copied from. */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { emptyDatabase } from '../../../lib/db/embedded/open.mjs'
import { root } from '../root.mjs'

/** Makes the file if it is missing, in about three seconds. Two processes may do so at once. */
export async function ensureEmptyDatabase() {
  const file = emptyDatabase(root)
  if (existsSync(file)) return
  const { PGlite } = await import('@electric-sql/pglite')
  const database = await PGlite.create()
  await database.exec('CHECKPOINT')
  const dump = await database.dumpDataDir('gzip')
  await database.close()
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  renameSync(draft, file)
}
