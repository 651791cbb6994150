/**
 * `npm run admin -- <command>`: what a person at this machine does without the browser. Each command is a file in
 * scripts/admin that exports `summary` (one line), `usage` (how to call it, and what it does) and `run(args)`, which
 * may return an exit code.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { offerStrongSuites } from './lib/cipher-suites.mjs'
import { becomeOwner, refusalOf } from './lib/owner.mjs'
import { root } from './lib/root.mjs'
import { main, SetupError, requireNode } from './lib/setup.mjs'

/** @typedef {{ summary: string, usage: string, run: (args: string[]) => Promise<number | void> }} Command */

const folder = join(root, 'scripts', 'admin')
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.slice(0, -'.mjs'.length))
  .toSorted()

/** @param {string} name @returns {Promise<Command>} */
const load = (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href)

/** @param {unknown} error @returns {never} */
function explained(error) {
  const line = refusalOf(error)
  throw line === null ? error : new SetupError(line)
}

/** @param {string} argument */
const asksForHelp = (argument) => ['--help', '-h', 'help'].includes(argument)

async function overview() {
  const width = Math.max(...names.map((name) => name.length))
  const lines = await Promise.all(
    names.map(async (name) => `  ${name.padEnd(width)}  ${(await load(name)).summary}`),
  )
  return ['Usage: npm run admin -- <command> [options]', '', ...lines, '', 'More about one: npm run admin -- <command> --help'].join('\n') // prettier-ignore
}

requireNode()
offerStrongSuites()
// As Node.js 22 and later do. Node.js 20 optimises the embedded database so early that most commands end before it pays.
setFlagsFromString('--wasm-tiering-budget=13000000')
await main(async () => {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined || asksForHelp(name)) {
    console.log(await overview())
    return
  }
  if (!names.includes(name)) throw new SetupError(`There is no command ${name}.\n\n${await overview()}`)
  const command = await load(name)
  if (args.some(asksForHelp)) console.log(command.usage)
  else {
    becomeOwner()
    process.exitCode = (await command.run(args).catch(explained)) ?? 0
  }
})
