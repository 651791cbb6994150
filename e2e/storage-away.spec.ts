import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { throwawayDatabase } from '../scripts/lib/database/throwaway.mjs'
import { freePort } from '../scripts/lib/processes/free-port.mjs'
import { expect, test } from './kit/fixtures'
import { startServer } from './kit/own-server'

const given = process.env.TEST_DATABASE_URL
test.skip(!given, 'needs PostgreSQL: TEST_DATABASE_URL is not set')

const port = await freePort()
test.use({ baseURL: `http://localhost:${port}` })

/** A proxy between server and database that can cut the connection. */
async function openWay(to: URL) {
  const sockets = new Set<Socket>()
  let isCut = false
  const way = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(to.port || 5432), to.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [near, far].forEach((one) => one.destroy()))
    }
    near.pipe(far).pipe(near)
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  return {
    port: (way.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => void (isCut = false),
    close: () => {
      way.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

let way: Awaited<ReturnType<typeof openWay>>
let end = async () => {}
test.beforeAll(async () => {
  if (!given) return
  const database = await throwawayDatabase(given)
  const url = new URL(database.settings.DATABASE_URL ?? '')
  way = await openWay(new URL(url))
  Object.assign(url, { hostname: '127.0.0.1', port: String(way.port) })
  const owner = { email: 'owner@localhost', password: 'a password for browser tests' }
  let stop = async () => {}
  end = async () => {
    await stop()
    way.close()
    await database.drop()
  }
  stop = await startServer(port, owner, {
    ...database.settings,
    DATABASE_URL: url.href,
    SANDBOX_SECRET_KEY: 'a secret key for browser tests',
    APP_URL: `http://localhost:${port}`,
  })
})
test.afterAll(async () => end())

test('while the storage is away a page says so, and recovers by itself', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/50\d|React error #441/)
  await signIn()
  await page.goto('/shops/sandbox/products')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  way.cut()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The storage does not answer' })).toBeVisible()
  await expect(page.getByText('comes back once the storage answers')).toBeVisible()
  way.mend()
  await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 30_000 })
})
