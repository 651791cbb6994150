/** Builds for production when the build does not come from the sources as they are now. */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles } from './hash.mjs'
import { locked } from './lock.mjs'
import { root } from './root.mjs'
import { runPackage } from './run.mjs'
import { SetupError } from './setup.mjs'

const stampPath = join(root, '.next/counterfoil-build')

/** Folders whose files end up in the build. */
const FOLDERS = ['app', 'components', 'lib', 'scripts/build', 'public']

/** Files beside package.json that the build reads: Next's own entry points and settings, and the packages. */
const ROOT_FILES =
  /^((next|postcss)\.config|proxy|instrumentation(-client)?|mdx-components)\.\w+$|^(package-lock|tsconfig)\.json$/

/** Makes sure that .next holds a production build of the present sources. Fails with Next's own output. */
export async function ensureBuilt() {
  if (isBuilt()) return
  await locked(async () => {
    if (isBuilt()) return // The process we waited for did it.
    console.log('Building… (about a minute)')
    // Taken before the build: what is edited meanwhile makes the next start build again.
    const sources = fingerprint()
    rmSync(stampPath, { force: true })
    const env = {
      ...process.env,
      NODE_ENV: /** @type {const} */ ('production'),
      NEXT_TELEMETRY_DISABLED: '1',
    }
    const { code, output } = await runPackage('next/dist/bin/next', ['build'], { env })
    if (code !== 0) throw new SetupError(`${output}\nnext build failed.`)
    writeFileSync(stampPath, sources)
  })
}

function isBuilt() {
  if (!existsSync(stampPath) || !existsSync(join(root, '.next/BUILD_ID'))) return false
  return readFileSync(stampPath, 'utf8') === fingerprint()
}

/** The folder's own name counts too: a build names absolute paths and does not survive being moved. */
function fingerprint() {
  const files = readdirSync(root).filter((name) => ROOT_FILES.test(name))
  return `${hashFiles(root, [...FOLDERS, ...files], (path) => !/\.test\.\w+$/.test(path))} ${root}`
}
