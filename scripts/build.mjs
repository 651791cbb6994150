/**
 * `npm run build`: installs and builds like `npm start`, without starting. For building and running in different
 * places.
 */
import { ensureBuilt } from './lib/build/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, requireNode } from './lib/setup.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
