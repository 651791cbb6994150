/** `npm run build`: what `npm start` does first, for those who build in one place and run in another. */
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { main } from './lib/setup.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
