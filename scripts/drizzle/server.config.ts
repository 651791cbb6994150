import { defineConfig } from 'drizzle-kit'

/** The back office's tables. `npm run db:generate` writes changes as a new SQL migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./lib/core/server/tables/*.ts', './lib/*/server/tables.ts', './lib/*/server/*/tables.ts'],
  out: './lib/core/server/tables/migrations',
})
