/**
 * `node scripts/upgrades/beside.mjs COMMIT [TEST…]`: checks that an instance of an earlier version keeps working after
 * an instance of this version has upgraded the database. Runs tests of the earlier version, by default those of every
 * handler of a shop, of receiving notifications and of payments. Each test database gets the later migrations after the
 * earlier version has started on it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../lib/root.mjs'
import { inEarlierCheckout, runTests } from './earlier.mjs'

const usual = [
  'lib/core/server/http/shop-walls.test.ts',
  'lib/notifications/server/receiving',
  'lib/payments/http',
]
const [commit = 'HEAD', ...given] = process.argv.slice(2)

const bringingUpToDate = `
  const { readFileSync } = await import('node:fs')
  for (const file of JSON.parse(process.env.LATER_MIGRATIONS ?? '[]') as string[])
    for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
      await engine.db.execute(statement)
`
const start = '  const dispose = async () => {\n'

const isUsable = await inEarlierCheckout(commit, ({ tree }) => {
  const later = ['lib/core/server/tables/migrations', 'lib/sandbox/tables/migrations'].flatMap((folder) => {
    const known = new Set(readdirSync(join(tree, folder)))
    return readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.sql') && !known.has(name))
      .map((name) => join(root, folder, name))
  })
  const harness = join(tree, 'lib/db/testing.ts')
  const text = readFileSync(harness, 'utf8')
  if (!text.includes(start)) throw new Error(`${commit} opens its test databases in another way`)
  writeFileSync(
    harness,
    text.replace(start, () => bringingUpToDate + start),
  )
  console.log(`${later.length} later migrations: ${later.map((file) => relative(root, file)).join(', ')}`)
  return runTests(tree, given.length > 0 ? given : usual, { LATER_MIGRATIONS: JSON.stringify(later) })
})
console.log(isUsable ? 'The earlier version goes on.' : 'The earlier version does not go on.')
process.exitCode = isUsable ? 0 : 1
