import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Client } from 'pg'
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
  const admin = new Client({ connectionString: given })
  const name = `storage_away_${process.pid}`
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(given)
  way = await openWay(new URL(given))
  Object.assign(url, { hostname: '127.0.0.1', port: String(way.port), pathname: `/${name}` })
  const owner = { email: 'owner@localhost', password: 'a password for browser tests' }
  let stop = async () => {}
  end = async () => {
    await stop()
    way.close()
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
  stop = await startServer(port, owner, {
    DATABASE_URL: url.href,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
    SANDBOX: 'on',
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
