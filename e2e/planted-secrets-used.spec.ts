/**
 * Uses secrets of every kind on a built server, and searches for them in its log, in its database as rows and as bytes on
 * the disk, in its mails, in exported activity and in the bundle for browsers.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { APIRequestContext } from '@playwright/test'
import { freePort } from '../scripts/lib/processes/free-port.mjs'
import { setPayments, tokenize } from './kit/card-tokens'
import { expect, test } from './kit/fixtures'
import { openMailServer } from './kit/mail-server'
import { startServer } from './kit/own-server'
import { cards } from './kit/payer'
import { codeOf } from './kit/totp'

const port = await freePort()
const owner = { email: 'owner@shop.example', password: 'planted password of the owner' }
const environment = {
  AUTH_SECRET: 'planted-session-secret-of-32-characters-5d1c',
  SEALING_KEY: 'b7d3'.repeat(16),
  SANDBOX_SECRET_KEY: 'planted-sandbox-key-8e21',
  METRICS_TOKEN: 'planted-metrics-token-19ad',
  BACKUP_PASSPHRASE: 'planted-backup-passphrase-8e2f',
  OIDC_COMPANY_CLIENT_SECRET: 'planted-oidc-secret-2b7c',
}
/** By kind. */
const secrets = new Map<string, string>([...Object.entries(environment), ['password', owner.password]])
let dataDir = ''
let logged = ''
let mail: Awaited<ReturnType<typeof openMailServer>>
let stop = async () => {}

test.describe.configure({ mode: 'serial' })
test.use({ baseURL: `http://localhost:${port}`, owner })
test.beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'counterfoil-e2e-secrets-'))
  mail = await openMailServer()
  const provider = { OIDC_PROVIDERS: 'company', OIDC_COMPANY_ISSUER: 'http://127.0.0.1:9', OIDC_COMPANY_CLIENT_ID: 'c' } // prettier-ignore
  const settings = { ...environment, ...provider, DATA_DIR: dataDir, LOG_LEVEL: 'trace' }
  stop = await startServer(port, owner, settings, (text) => (logged += text))
})
test.afterAll(async () => {
  await stop()
  await mail.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A secret as it is, without hyphens, and in encodings that a file may hold. */
const forms = (secret: string): string[] => [
  secret,
  secret.replaceAll('-', ''),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(secret),
]
const foundIn = (text: string): string[] =>
  [...secrets].filter(([, secret]) => forms(secret).some((form) => text.includes(form))).map(([name]) => name)

const client = (request: APIRequestContext) => {
  const ask = async <Answer>(method: string, address: string, data?: unknown): Promise<Answer> => {
    const answer = await request.fetch(`/api/${address}`, { method, data })
    expect(answer.ok(), `${method} ${address}: ${answer.status()}`).toBe(true)
    return (await answer.json()) as Answer
  }
  const signIn = async (form: Record<string, string>) => {
    const { csrfToken } = await ask<{ csrfToken: string }>('GET', 'auth/csrf')
    return request.post('/api/auth/callback/credentials', { form: { ...form, csrfToken, json: 'true' } })
  }
  return { ask, signIn }
}

const tokenIn = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? ''
const mailedTo = async (to: string, subject: RegExp) => {
  const find = () => mail.mails.find((one) => one.to.includes(to) && subject.test(one.text))
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true)
  return find()?.text ?? ''
}

test('secrets of every kind are used', async ({ page, signIn, context }) => {
  await signIn()
  const { request } = page
  const { ask, signIn: trySignIn } = client(request)
  const installation = await ask<{ version: number }>('GET', 'installation')
  await ask('PATCH', 'installation', { allowed_networks: ['127.0.0.0/8'], version: installation.version })
  const sender = { sender_name: '', sender_address: 'office@shop.example' }
  const planted = { host: 'mail.example', port: 587, encryption: 'starttls', user: 'office' }
  secrets.set('SMTP password', 'planted-smtp-password-51de')
  await ask('PUT', 'installation/mail', { ...planted, ...sender, password: secrets.get('SMTP password'), version: 1 }) // prettier-ignore
  const sink = { host: '127.0.0.1', port: mail.port, encryption: 'none', user: '' }
  await ask('PUT', 'installation/mail', { ...sink, ...sender, version: 2 })

  const { version } = await ask<{ version: number }>('GET', 'shops/sandbox/connection')
  secrets.set('gateway key', 'planted-gateway-key-7f3a')
  await ask('POST', 'shops/sandbox/connection/key', { secret_key: secrets.get('gateway key'), keep_hours: 24, version }) // prettier-ignore
  const endpoint = { name: 'Shop server', url: `http://127.0.0.1:${port}/nothing-here` }
  secrets.set('secret of an address', (await ask<{ secret: string }>('POST', 'shops/sandbox/forwarding', endpoint)).secret) // prettier-ignore
  const order = { name: 'Shop server', scopes: ['products.read'], days: 30, networks: [] }
  secrets.set('API token', (await ask<{ token: string }>('POST', 'shops/sandbox/api-tokens', order)).token)
  for (const token of [secrets.get('API token'), `${secrets.get('API token')?.slice(0, -1)}~`])
    await fetch(`http://localhost:${port}/api/shops/sandbox/products`, {
      headers: { authorization: `Bearer ${token}` },
    })
  await fetch(`http://localhost:${port}/api/metrics`, {
    headers: { authorization: `Bearer ${environment.METRICS_TOKEN}` },
  })

  await setPayments(request, { direct_tokenization: true, three_d_secure: false })
  const shown = await ask<{ token: string }>('POST', `shops/sandbox/card-tokens/${await tokenize(request, 'A PAYER')}/reveal`) // prettier-ignore
  secrets.set('card token', shown.token)
  secrets.set('card number', cards.success)

  const invited = { email: 'nia@reader.example', name: 'Nia', role: 'support' }
  const { url } = await ask<{ url: string }>('POST', 'shops/sandbox/invitations', invited)
  secrets.set('token of an invitation', tokenIn(url))
  secrets.set('password of another', 'planted password of somebody')
  // In another browser, as this one is signed in as someone else.
  const accepted = await fetch(`http://localhost:${port}/api/invitations/accept`, {
    method: 'POST',
    body: JSON.stringify({ token: tokenIn(url), name: 'Nia', password: secrets.get('password of another') }),
  })
  expect(accepted.status).toBe(200)

  const { id, secret } = await ask<{ id: string; secret: string }>('POST', 'account/factors/app')
  secrets.set('secret of an app', secret)
  const confirmed = await ask<{ recovery_codes: string[] }>('POST', `account/factors/${id}/confirm`, {
    name: 'My phone',
    code: codeOf(secret),
  })
  for (const code of confirmed.recovery_codes) secrets.set(`recovery code ${code.slice(0, 4)}`, code)
  secrets.set('wrong password', 'planted password that is wrong')
  await trySignIn({ email: owner.email, password: secrets.get('wrong password') ?? '' })
  await trySignIn({ email: owner.email, password: owner.password, code: confirmed.recovery_codes[0] ?? '' })
  for (const { name, value } of await context.cookies())
    if (/session-token|counterfoil/.test(name)) secrets.set(`cookie ${name}`, value)

  await ask('POST', 'password-reset/ask', { email: owner.email })
  const link = await mailedTo(owner.email, /\/password-reset#[\w-]{43}/)
  secrets.set('token of a reset link', tokenIn(link))
  for (const place of ['shops/sandbox', 'installation'])
    for (const format of ['csv', 'json']) {
      const exported = await request.get(`/api/${place}/activity/export?format=${format}`)
      const text = await exported.text()
      expect([place, format, exported.status(), text.length > 300, foundIn(text)]).toEqual([place, format, 200, true, []]) // prettier-ignore
    }
  secrets.set('new password', 'planted password, a new one')
  await ask('POST', 'password-reset', { token: tokenIn(link), password: secrets.get('new password') })
  expect(secrets.size).toBeGreaterThan(25)
  for (const [name, value] of secrets) expect([name, value.length >= 16]).toEqual([name, true])
})

test('no mail contains one, except a link to its recipient', () => {
  const found = mail.mails.flatMap(({ to, text }) => foundIn(text).map((name) => `${name} to ${to.join()}`))
  expect(found.toSorted()).toEqual([
    'token of a reset link to owner@shop.example',
    'token of an invitation to nia@reader.example',
  ])
})

test('the bundle for browsers holds none', () => {
  const folder = path.resolve(import.meta.dirname, '../.next/static')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.\w+$/.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  for (const file of files)
    expect([file, foundIn(readFileSync(path.join(folder, file), 'latin1'))]).toEqual([file, []])
})

test('neither log nor database holds one', async () => {
  await stop()
  stop = async () => {}
  expect(logged).toContain('"msg":"access"')
  expect(foundIn(logged)).toEqual([])

  // As bytes first: what was overwritten or deleted may still be there.
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const contents = files.map(({ parentPath, name }) => ({
    name,
    text: readFileSync(path.join(parentPath, name), 'latin1'),
  }))
  expect(contents.filter(({ text }) => text.includes('nia@reader.example'))).not.toEqual([])
  const onDisk = contents.flatMap(({ name, text }) => foundIn(text).map((one) => `${one} in ${name}`))
  expect(onDisk).toEqual([])

  const db = await PGlite.create({ dataDir: path.join(dataDir, 'pglite'), extensions: { pg_trgm } })
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
    parts.push(...rows.map(({ row }) => row))
  }
  await db.close()
  const text = parts.join('\n')
  expect(tables.length).toBeGreaterThan(30)
  expect(text).toContain('nia@reader.example')
  expect(foundIn(text)).toEqual([])
})
