/** `npm run verify`: the checks that need neither a database nor a browser. Continuous integration runs it first. */
import { ensureInstalled } from './lib/install.mjs'
import { main, requireNode } from './lib/setup.mjs'
import { verify } from './lib/verify.mjs'

requireNode()
await main(async () => {
  await ensureInstalled()
  const failed = await verify()
  if (failed.length > 0) process.exitCode = 1
})
