/** `npm run dev`: the server with Next's development mode, which compiles pages as they are asked for. */
import { ensureInstalled } from './lib/install.mjs'
import { requireNode } from './lib/node-version.mjs'
import { main } from './lib/setup.mjs'
import { startServer } from './lib/server.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
})
await startServer('development')
