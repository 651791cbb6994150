/** Sets secrets in the environment, and searches for them in the built bundle and in all answers to a browser. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '../scripts/lib/processes/free-port.mjs'
import { expect, test } from './kit/fixtures'
import { startServer } from './kit/own-server'

const port = await freePort()
const owner = { email: 'owner@localhost', password: 'planted password of the owner' }
const planted = {
  AUTH_SECRET: 'planted-session-secret-of-32-characters-5d1c',
  SEALING_KEY: 'b7d3'.repeat(16),
  SANDBOX_SECRET_KEY: 'planted-sandbox-key-8e21',
  SMTP_PASSWORD: 'planted-smtp-password-77af',
}
const secrets = [...Object.values(planted), owner.password]
const foundIn = (text: string) => secrets.filter((secret) => text.includes(secret))
let stop = async () => {}

test.use({ baseURL: `http://localhost:${port}`, owner })
test.beforeAll(async () => {
  const mail = { SMTP_HOST: 'mail.example', SMTP_USER: 'office', SMTP_FROM: 'office@shop.example' }
  stop = await startServer(port, owner, { ...planted, ...mail })
})
test.afterAll(async () => stop())

const folder = path.resolve(import.meta.dirname, '../.next/static')
const pages = [
  '/shops/sandbox',
  '/shops/sandbox/settings/gateway',
  '/shops/sandbox/settings/notifications',
  '/shops/sandbox/settings/people',
  '/shops/sandbox/settings/activity',
  '/installation',
  '/installation/activity',
  '/account',
]

test('the bundle for browsers holds no code that handles secrets', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|map)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  const ofServer = [
    'aes-256-gcm',
    'argon2id',
    'OLD_SEALING_KEY',
    'counterfoil:key-id',
    'secret_key_sealed',
    'password_hash',
    'process.env.AUTH_SECRET',
  ]
  for (const file of files) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    expect([file, ofServer.filter((word) => text.includes(word)), foundIn(text)]).toEqual([file, [], []])
  }
})

test('no answer to a browser holds one', async ({ page, signIn }) => {
  const answers: Promise<[string, string[]]>[] = []
  page.on('response', (answer) => {
    const search = async (): Promise<[string, string[]]> => {
      // Redirects, and answers to a page that was left, have no body.
      const text = await answer.text().catch(() => '')
      const headers = JSON.stringify(await answer.allHeaders().catch(() => ({})))
      return [answer.url(), foundIn(text + headers)]
    }
    if (!answer.headers()['content-type']?.includes('event-stream')) answers.push(search())
  })
  await signIn()
  for (const place of pages) {
    await page.goto(place)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const searched = await Promise.all(answers)
  expect(searched.length).toBeGreaterThan(pages.length * 3)
  expect(searched.filter(([, found]) => found.length > 0)).toEqual([])
})
