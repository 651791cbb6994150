import 'server-only'
import path from 'node:path'
import type { MigrationSet } from '../db/migrate'

/** The back office's migrations, which lie beside its tables. */
export const serverMigrations: MigrationSet = {
  folder: path.join(/* turbopackIgnore: true */ process.cwd(), 'lib/server/tables/migrations'),
  schema: 'public',
}
