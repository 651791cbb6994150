import { expect, it } from 'vitest'
import { isUsed } from './pack.mjs'

it('leaves out what else stands in the folder of the project', () => {
  const secret = [
    '.env',
    '.git/config',
    '.npmrc',
    'data/secrets.json',
    'data-sandbox/pglite/PG_VERSION',
    'dist/counterfoil-1.0.0.tar.gz',
    'drill-results/one.json',
    'secrets/database_url',
    'secrets.json',
  ]
  const needed = ['.next/BUILD_ID', 'admin.mjs', 'lib/keys/secrets-file.mjs', 'next.config.mjs', 'node_modules/pg/lib/index.js', 'public/icon.svg', 'scripts/admin/backup.mjs', 'server.mjs'] // prettier-ignore
  expect([...secret, ...needed].filter((path) => isUsed(path))).toEqual(needed)
})
