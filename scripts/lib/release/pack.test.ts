import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { list } from 'tar'
import { expect, it, onTestFinished } from 'vitest'
import { isUsed, namesFolder, pack, withoutFolder } from './pack.mjs'

/** Packs files of these modes, and a link. Returns the archive and the modes in it. */
async function packed(modes: Record<string, number>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-pack-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'one'))
  for (const [name, mode] of Object.entries(modes))
    writeFileSync(path.join(folder, 'one', name), name, { mode })
  symlinkSync('server.mjs', path.join(folder, 'one', 'link'))
  const file = path.join(folder, 'one.tar.gz')
  await pack(
    [...Object.keys(modes), 'link'].map((name) => `one/${name}`),
    { folder, file },
  )
  const found: Record<string, number | undefined> = {}
  await list({ file, onReadEntry: ({ path: name, mode }) => void (found[name] = mode) })
  return { found, bytes: readFileSync(file) }
}

it('holds files that everybody may read, whoever built it', async () => {
  const strict = await packed({ 'server.mjs': 0o600, addon: 0o700 })
  const usual = await packed({ 'server.mjs': 0o644, addon: 0o755 })
  expect(strict.found).toMatchObject({ 'one/server.mjs': 0o644, 'one/addon': 0o755 })
  expect(strict.bytes.equals(usual.bytes)).toBe(true)
})

it('names no folder of the build, and may be built in one whose name is part of other addresses', () => {
  const written = '{"appDir":"/app","root":"/app/","loader":"/app/scripts/one.cjs","route":"/app-links"}'
  const text = withoutFolder(written, '/app')
  expect(text).toBe('{"appDir":".","root":"./","loader":"./scripts/one.cjs","route":"/app-links"}')
  expect(namesFolder(Buffer.from(written), '/app')).toBe(true)
  expect(namesFolder(Buffer.from(text), '/app')).toBe(false)
  for (const other of ["require('next/dist/server/app/scripts')", '"/app/page"', '"/app/library"'])
    expect(namesFolder(Buffer.from(other), '/app'), other).toBe(false)
  for (const own of [
    '"/home/me/shop/app/page.tsx"',
    "'/home/me/shop/proxy.ts'",
    'file:///home/me/shop/server.mjs',
  ])
    expect(namesFolder(Buffer.from(own), '/home/me/shop'), own).toBe(true)
})

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
  expect([...secret, ...needed].filter((one) => isUsed(one))).toEqual(needed)
})
