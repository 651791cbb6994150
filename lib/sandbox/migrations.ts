import 'server-only'
import path from 'node:path'
import type { MigrationSet } from '../db/migrate'

/** The sandbox's migrations for `openEngine`. The path starts at the working directory: a bundle has no own folder. */
export const sandboxMigrations = {
  folder: path.join(process.cwd(), 'lib', 'sandbox', 'tables', 'migrations'),
  schema: 'sandbox',
} as const satisfies MigrationSet
