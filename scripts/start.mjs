/** `npm start`: from a fresh clone to a running server. Installs and builds only what is missing or stale. */
import { ensureBuilt } from './lib/build/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { main, requireNode } from './lib/setup.mjs'
import { startServer } from './lib/processes/processes.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  await ensureBuilt()
})
await startServer('production')
