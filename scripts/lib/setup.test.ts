import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testEngines } from '@/lib/db/testing'
import { openAdminPlace } from '../admin/testing'
import { root } from './root.mjs'

/** Runs statements of a command that the database refuses. */
const run = (statement: string, where: Record<string, string>) => {
  const program = `
    import { openDatabase } from './scripts/lib/database/database.mjs'
    import { main } from './scripts/lib/setup.mjs'
    await main(async () => {
      const database = await openDatabase()
      try { await database.query(${JSON.stringify(statement)}) } finally { await database.close() }
    })`
  const env = { ...process.env, ...where }
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env,
  }).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  )
}

describe.each(testEngines)('an error of the database in a command, on $kind', ({ kind, isAvailable }) => {
  it.skipIf(!isAvailable)(
    'is one line without values of rows',
    async () => {
      const place = await openAdminPlace(kind)
      await place.withEngine(async () => {})
      const statements = [
        `INSERT INTO users (id, email, name, password_hash)
           SELECT '01890a5d-ac96-774b-bcce-b302099a8057', n || '@secret.example', 'Maria Secret', '-' FROM generate_series(1, 2) n`,
        `SELECT 'maria@secret.example'::integer`,
        `INSERT INTO memberships (shop_id, user_id, role) VALUES ('secret-shop', gen_random_uuid(), 'owner')`,
      ]
      for (const statement of statements) {
        const said = await run(statement, place.where)
        expect([statement, said.trimEnd().split('\n').length, said]).toEqual([statement, 1, expect.stringMatching(/^The database refuses \(\d/)]) // prettier-ignore
        expect(said).not.toMatch(/secret|Secret|0a5d/)
      }
      await place.drop()
    },
    120_000,
  )
})
