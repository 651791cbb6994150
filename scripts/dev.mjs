/** `npm run dev`: starts the server in Next's development mode, which compiles pages on request. */
import { ensureInstalled } from './lib/install.mjs'
import { main, requireNode } from './lib/setup.mjs'
import { startServer } from './lib/processes/processes.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
})
await startServer('development')
