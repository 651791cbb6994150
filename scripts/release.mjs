/**
 * `npm run release [-- FOLDER]`: packs the built application into `dist/counterfoil-<version>.tar.gz`, which needs
 * Node.js and nothing else (docs/running.md).
 */
import { mkdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureBuilt } from './lib/build/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { main, requireNode } from './lib/setup.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const folder = resolve(root, process.argv[2] ?? 'dist')
  mkdirSync(folder, { recursive: true })
  const { packRelease } = await import('./lib/release/pack.mjs')
  const { file, files, bytes } = await packRelease(folder)
  const megabytes = (/** @type {number} */ count) => `${(count / 1e6).toFixed(1)} MB`
  console.log(`${file}: ${megabytes(statSync(file).size)}, unpacked ${megabytes(bytes)} in ${files} files`)
})
