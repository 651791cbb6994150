import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { extract } from 'tar'
import { throwawayDatabase } from '../scripts/lib/database/throwaway.mjs'
import { freePort } from '../scripts/lib/processes/free-port.mjs'
import { packRelease } from '../scripts/lib/release/pack.mjs'
import { expect, test } from './kit/fixtures'
import { fillCard } from './kit/payer'

/** The release is packed from the build under test, and unpacked where nothing else is. */
test.describe.configure({ mode: 'serial', timeout: 400_000 })

const port = await freePort()
const origin = `http://localhost:${port}`
test.use({ baseURL: origin })

/** Created and removed by the tests; this file is loaded more often than they run. */
const place = join(tmpdir(), `counterfoil-release-${process.pid}`)
const home = join(place, 'home')
const folder = join(place, 'unpacked')
let packed: Awaited<ReturnType<typeof packRelease>>
let running: ChildProcess | undefined
let output = ''

test.beforeAll(async () => {
  test.setTimeout(600_000)
  for (const path of [home, folder]) mkdirSync(path, { recursive: true })
  packed = await packRelease(place)
  await extract({ file: packed.file, cwd: folder, strip: 1 })
})
test.afterEach(stop)
test.afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }))

/** Nothing of this machine except Node. */
const bare = { HOME: home, PATH: home }

async function start(settings: Record<string, string>): Promise<void> {
  output = ''
  const env = { ...bare, PORT: String(port), OWNER_PASSWORD: 'a password for browser tests', ...settings }
  const child = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: env as unknown as NodeJS.ProcessEnv,
  })
  running = child
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const until = Date.now() + 150_000
  while (!(await isReady())) {
    if (hasEnded(child) || Date.now() > until) throw new Error(`the release does not start:\n${output}`)
    await sleep(250)
  }
}

const isReady = () => fetch(`${origin}/api/health/ready`).then(({ ok }) => ok, () => false) // prettier-ignore
const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function stop(): Promise<void> {
  if (!running || hasEnded(running)) return
  const ended = once(running, 'exit')
  running.kill('SIGTERM')
  await ended
}

function admin(args: string[], settings: Record<string, string> = {}): string {
  const env = { ...bare, ...settings } as unknown as NodeJS.ProcessEnv
  return execFileSync(process.execPath, ['admin.mjs', ...args], { cwd: folder, env, encoding: 'utf8' })
}

/** For another system, or useful only for building. */
const foreign = [
  /\.(map|ts|tsx)$/,
  /\.test\./,
  /prebuilds\/(?!linux-|darwin-|win32-)/,
  /node_modules\/(typescript|vitest|@playwright|playwright|prettier|oxlint|knip|drizzle-kit|esbuild|tailwindcss|sharp)\//,
  /node_modules\/@(img|next\/swc|esbuild|playwright|vercel\/nft)/,
]

test('contains the files that run here and no others, with their hashes', () => {
  expect(packed.bytes).toBeLessThan(150e6)
  expect(basename(packed.file)).toMatch(/^counterfoil-\d+\.\d+\.\d+\.tar\.gz$/)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(paths.filter((path) => foreign.some((pattern) => pattern.test(path)))).toEqual([])
  // Nothing else from the folder in which it was built, such as `.git`, `.env` or `data`.
  expect(readdirSync(folder).toSorted()).toEqual(['.next', 'CHANGELOG.md', 'LICENSE', 'README.md', 'SHA256SUMS', 'admin.mjs', 'lib', 'next.config.mjs', 'node_modules', 'package.json', 'public', 'scripts', 'server.mjs']) // prettier-ignore
  const addons = paths.filter((path) => path.endsWith('.node'))
  expect(addons.length).toBeGreaterThan(1)
  expect(addons.filter((path) => !path.includes(`${process.platform}-${process.arch}`))).toEqual([])
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
  expect(sums.trimEnd().split('\n')).toHaveLength(packed.files)
  expect(sums).toContain('  server.mjs\n')
})

test('has the commands of an administrator', () => {
  expect(admin(['--help'])).toContain('reset-owner')
})

for (const kind of ['the embedded database', 'PostgreSQL'])
  test(`sells on ${kind}, started in an empty folder with an empty home`, async ({
    page,
    context,
    signIn,
    clipboard,
  }) => {
    const given = process.env.TEST_DATABASE_URL
    test.skip(kind === 'PostgreSQL' && !given, 'TEST_DATABASE_URL is not set')
    const storage = kind === 'PostgreSQL' ? await throwawayDatabase(given!) : embedded()
    try {
      await start(storage.settings)
      await signIn()
      await page.goto('/shops/sandbox/products/new')
      await page.getByLabel('Name', { exact: true }).fill('Bookmark of a release')
      await page.getByLabel('Description', { exact: true }).fill('Brass, engraved')
      await page.getByLabel('Price', { exact: true }).fill('12,50')
      await page.getByText('Unlimited stock').click()
      await page.getByLabel('Quantity').fill('2')
      await page.getByRole('button', { name: /Create product/ }).first().click() // prettier-ignore
      await expect(page.getByRole('heading', { level: 1, name: 'Bookmark of a release' })).toBeVisible()
      await page.getByRole('button', { name: 'Copy: Payment page' }).click()
      const buyer = await context.newPage()
      await expect.poll(clipboard.read).toMatch(/\/pay$/)
      await buyer.goto(await clipboard.read())
      await fillCard(buyer, '4200000000000000')
      await buyer.getByRole('button', { name: 'Pay €12.50' }).click()
      await expect(buyer.getByRole('heading', { name: 'Paid' })).toBeVisible()
      await page.goto('/shops/sandbox/payments')
      const paid = page.getByRole('row').filter({ hasText: 'Bookmark of a release' })
      await expect(paid).toContainText('Paid')
      // Open pages would query a stopped server.
      for (const open of context.pages()) await open.goto('about:blank')
      await stop()
      expect(admin(['reset-owner'], storage.settings)).toContain('/password-reset#')
    } finally {
      await stop()
      await storage.drop()
    }
    expect(readdirSync(home), 'written into the home folder').toEqual([])
  })

function embedded() {
  return { settings: { DATA_DIR: join(place, 'data') }, drop: async () => {} }
}
