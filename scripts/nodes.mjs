/**
 * `node scripts/nodes.mjs [VERSION…]`: runs the checks, and the tests of code that depends on Node.js, on several
 * versions of Node.js: by default on all supported ones. npm installs them.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/root.mjs'
import { run } from './lib/processes/run.mjs'
import { main, SetupError, requireNode } from './lib/setup.mjs'

const supported = ['20.19.0', '22', '24']

/** Code that uses what may differ between versions: storage, HTTP, TLS, cryptography, locks, workers, processes. */
const tests = ['lib/db', 'lib/door', 'lib/keys', 'lib/chain', 'lib/start', 'lib/core/server', 'lib/gateway/client', 'lib/forwarding', 'scripts'] // prettier-ignore

requireNode()
await main(async () => {
  const versions = process.argv.length > 2 ? process.argv.slice(2) : supported
  const failed = []
  for (const version of versions) {
    const node = await nodeOf(version)
    for (const args of [['scripts/verify.mjs'], ['scripts/test.mjs', 'unit', ...tests]]) {
      console.log(`\nNode.js ${version}: ${args.join(' ')}`)
      const { code } = await run(node, args, { show: true })
      if (code !== 0) failed.push(`Node.js ${version}: ${args.join(' ')}`)
    }
  }
  if (failed.length > 0) throw new SetupError(`failed:\n${failed.join('\n')}`)
})

/** Installs this version beside the other packages. Returns the path of the program. @param {string} version */
async function nodeOf(version) {
  const folder = join(root, 'node_modules/.cache/nodes', version)
  const node = join(folder, 'node_modules/node/bin/node')
  if (existsSync(node)) return node
  mkdirSync(folder, { recursive: true })
  const { code, output } = await run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `node@${version}`]) // prettier-ignore
  if (code !== 0) throw new SetupError(`${output}\nNode.js ${version} cannot be installed.`)
  return node
}
