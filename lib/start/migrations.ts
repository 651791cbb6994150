import 'server-only'
import path from 'node:path'
import type { MigrationSet } from '../db/migrate'

export const serverMigrations = {
  folder: path.join(/* turbopackIgnore: true */ process.cwd(), 'lib/core/server/tables/migrations'),
  schema: 'public',
} as const satisfies MigrationSet
