/**
 * `node scripts/upgrades/make.mjs COMMIT TEST`: makes `scripts/upgrades/<schema>.sql.gz`, the database of an earlier
 * version that a test of this version filled. Needs TEST_DATABASE_URL, pg_dump and the history of Git. It uses today's
 * packages. Sealed values have the key `0707…`.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from '../lib/root.mjs'
import { inEarlierCheckout, runTests } from './earlier.mjs'

const [commit = 'HEAD', test = 'lib/core/server/http/shop-walls.test.ts'] = process.argv.slice(2)

/** Runs where a test's database is closed. Without the second shop's triggers, which only tests have. */
const dumping = `
    if ('databaseUrl' in storage) {
      await engine.db.execute(\`DO $$ DECLARE f text; BEGIN
        FOR f IN SELECT proname FROM pg_proc WHERE proname LIKE 'other\\\\_shop\\\\_%' LOOP
          EXECUTE format('DROP FUNCTION %I CASCADE', f); END LOOP; END $$\`)
      const { execFileSync } = await import('node:child_process')
      const file = \`\${process.env.FIXTURES}/\${randomBytes(6).toString('hex')}.sql\`
      execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', '--file', file, storage.databaseUrl])
    }
`

await inEarlierCheckout(commit, ({ place, tree }) => {
  const harness = join(tree, 'lib/db/testing.ts')
  const changed = readFileSync(harness, 'utf8')
    .replace('const sealingKey = randomBytes(32)', 'const sealingKey = Buffer.alloc(32, 7)')
    .replace('const dispose = async () => {\n', (start) => start + dumping)
  writeFileSync(harness, changed)
  const dumps = join(place, 'dumps')
  mkdirSync(dumps)
  // Failures do not matter. Only the stored data counts.
  runTests(tree, [test], { FIXTURES: dumps })
  const [largest = ''] = readdirSync(dumps)
    .map((name) => join(dumps, name))
    .toSorted((a, b) => statSync(b).size - statSync(a).size)
  // Lines for psql, which are not SQL.
  const sql = readFileSync(largest, 'utf8').replaceAll(/^\\.*\n/gm, '')
  const target = join(root, 'scripts/upgrades', `${lastMigration(tree)}.sql.gz`)
  writeFileSync(target, gzipSync(sql, { level: 9 }))
  console.log(target)
})

/** @param {string} tree */
function lastMigration(tree) {
  const folders = ['lib/core/server/tables/migrations', 'lib/server/tables/migrations']
  const folder = folders.map((path) => join(tree, path)).find((path) => existsSync(path)) ?? ''
  const [last = ''] = readdirSync(folder).filter((name) => name.endsWith('.sql')).toSorted().toReversed() // prettier-ignore
  return last.slice(0, -'.sql'.length)
}
