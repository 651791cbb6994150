import { defineConfig } from 'drizzle-kit'

/** The sandbox's tables, in a separate PostgreSQL schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/sandbox/tables/!(*.test).ts',
  out: './lib/sandbox/tables/migrations',
  schemaFilter: ['sandbox'],
})
