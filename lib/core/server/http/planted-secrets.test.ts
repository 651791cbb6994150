import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverMessages } from '@/lib/alerts/server/deliver'
import { judgeInstallation } from '@/lib/alerts/server/judge'
import { writeMessages } from '@/lib/alerts/server/tell'
import { notify } from '@/lib/core/server/accounts/notices'
import { anchorActivity, mailAnchors } from '@/lib/core/server/activity/anchor'
import { config } from '@/lib/core/server/config/config'
import { installation, mailServer } from '@/lib/core/server/tables/installation'
import { makeResetLink } from '@/lib/core/server/accounts/reset-links'
import { makeRecoveryCodes } from '@/lib/core/server/accounts/codes'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { prepareApp } from '@/lib/account/server/factors'
import { applyEnvironmentShop } from '@/lib/start/storage/environment'
import { browser, successOf } from '@/lib/testing/browser'
import { openTestApplication, type TestApplication } from '@/lib/testing/application'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import { eventually } from '@/lib/testing/eventually'

const card = { number: '4200000000000000', expiry: '12/31', verification_value: '9173', holder: 'A PAYER' }
const given = {
  'gateway key': 'planted-gateway-key-7f3a',
  'replaced gateway key': 'planted-older-gateway-key-9c1b',
  'SMTP password': 'planted-smtp-password-51de',
  'backup passphrase': 'planted-backup-passphrase-8e2f',
  'OIDC client secret': 'planted-oidc-secret-2b7c',
}
const secrets = new Map<string, string>(Object.entries(given))

let app: TestApplication
let smtp: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  smtp = await openMailServer()
  app = await openTestApplication()
  const { db, sealer } = app.engine
  const { userId, email, name } = app.owner.actor
  const { session } = await beginSession(db, userId, { address: '192.0.2.1', userAgent: 'A browser' })
  browser.person = {
    userId,
    email,
    name,
    session,
    address: '192.0.2.1',
    provenSecondsAgo: 0,
    hasFactor: true,
  }
  const oidc = [
    {
      id: 'company',
      name: 'Company',
      issuer: 'http://127.0.0.1:9',
      clientId: 'c',
      clientSecret: given['OIDC client secret'],
      rolesClaim: 'groups',
      grants: [],
      demands: { acrValues: [], amr: [], maxAgeMinutes: null },
    },
  ]
  config.set({ ...config.get(), oidc })
  secrets.set('sealing key', app.sealingKey.toString('hex'))
  secrets.set('sealing key, as Base64', app.sealingKey.toString('base64'))
  secrets.set('session secret', config.get().authSecret)

  const atProvider = {
    shopId: 77,
    mode: 'live',
    gatewayUrl: 'https://g.example',
    apmUrl: 'https://a.example',
    checkoutUrl: 'https://c.example',
  } as const
  const owner = { id: userId, email: 'owner@localhost', newPassword: null, isFirstStart: false }
  for (const secretKey of [given['replaced gateway key'], given['gateway key']])
    await applyEnvironmentShop(db, sealer, owner, { ...atProvider, secretKey })
  const { version } = await call<{ version: number }>('GET', 'installation/mail')
  await call('PUT', 'installation/mail', {
    host: 'mail.example',
    port: 587,
    encryption: 'starttls',
    user: 'office',
    password: given['SMTP password'],
    sender_name: '',
    sender_address: 'office@shop.example',
    version,
  })
  await call('PUT', 'installation/backup-plan', {
    folder: '',
    hour: 2,
    keep_daily: 7,
    keep_weekly: 4,
    passphrase: given['backup passphrase'],
    version: 1,
  })
  // It takes no password, as nothing is encrypted.
  await useMailServer(app.engine, smtp.port)
  await db.update(mailServer).set({ user: '' })
  await db.update(installation).set({ anchorRecipient: 'audit@elsewhere.example' })
  const invited = await call<{ link?: { url: string }; url?: string }>('POST', 'shops/sandbox/invitations', {
    email: 'new@reader.example',
    name: 'New',
    role: 'support',
  })
  secrets.set('token of an invitation', tokenIn(JSON.stringify(invited)))
  secrets.set('token of a reset link', tokenIn((await makeResetLink(db, { userId, createdBy: null })).url))
  const token = await call<{ token: string }>('POST', 'shops/sandbox/api-tokens', {
    name: 'Shop server',
    scopes: ['checkouts.read'],
    days: 30,
    networks: [],
  })
  secrets.set('API token', token.token)
  await fetch(`${app.url}/api/shops/sandbox/checkouts`, {
    headers: { authorization: `Bearer ${token.token}` },
  })
  const context = { engine: app.engine, person: browser.person, log: app.owner.log }
  secrets.set('secret of an app', (await prepareApp(context)).secret)
  for (const code of await makeRecoveryCodes({ db, sealer }, userId))
    secrets.set(`recovery code ${code.slice(0, 4)}`, code)
  await pay()
  secrets.set('card number', card.number)
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const call = <Body>(method: string, path: string, body?: unknown) =>
  successOf<Body>(app, '/api/')(method, path, body)

const tokenIn = (text: string) => /#([\w-]{40,})/.exec(text)?.[1] ?? ''

async function pay(): Promise<void> {
  const product = await call<{ id: string }>('POST', 'shops/sandbox/products', {
    name: 'Paper',
    description: 'A4',
    currency: 'EUR',
    amount: 500,
    infinite: true,
    immortal: true,
    language: 'en',
  })
  const paid = await fetch(`${app.url}/sandbox/products/${product.id}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ attempt: crypto.randomUUID(), ...card }),
  })
  if (!paid.ok) throw new Error(await paid.text())
}

/** A secret as it is, without hyphens, and in encodings that a dump may hold. */
const forms = (secret: string): string[] => [
  secret,
  secret.replaceAll('-', ''),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
]

const foundIn = (text: string): string[] =>
  [...secrets].filter(([, secret]) => forms(secret).some((form) => text.includes(form))).map(([name]) => name)

it('finds every planted secret in its place, so the search works', () => {
  expect(secrets.size).toBeGreaterThan(19)
  for (const [name, secret] of secrets) expect([name, secret.length >= 16]).toEqual([name, true])
})

it('keeps none of them in clear, in tables, queues, activity or log', async () => {
  const { rows } = await app.engine.db.execute<{ count: number }>(
    'SELECT count(*)::int AS count FROM activity',
  )
  expect(rows[0]?.count).toBeGreaterThan(4)
  const places = { database: await app.dump(), log: app.logged() }
  expect(places.database).toContain('new@reader.example')
  const found = Object.entries(places).flatMap(([place, text]) =>
    foundIn(text).map((name) => `${name} in ${place}`),
  )
  expect(found).toEqual([])
})

it('answers none of them to the owner', async () => {
  const paths = [
    'shops/sandbox/connection',
    'shops/shop-77/connection',
    'installation',
    'installation/mail',
    'installation/backup-plan',
    'installation/backups',
    'installation/diagnosis',
    'installation/diagnosis/file',
    'account',
    'account/factors',
    'account/identities',
    'account/sessions',
    'shops/sandbox/api-tokens',
    'shops/sandbox/invitations',
    'shops/sandbox/activity',
    'installation/activity',
  ]
  for (const path of paths)
    expect([path, foundIn(JSON.stringify(await call('GET', path)))]).toEqual([path, []])
})

it.each(['shops/sandbox', 'shops/shop-77', 'installation'])(
  'writes none of them into the exported activity of %s',
  async (place) => {
    for (const format of ['csv', 'json']) {
      const answer = await fetch(`${app.url}/api/${place}/activity/export?format=${format}`)
      const text = await answer.text()
      expect([answer.status, text.length > 100]).toEqual([200, true])
      expect(foundIn(text)).toEqual([])
    }
  },
)

/** The text of a mail, as sent and as a reader decodes it. */
const readMail = (data: string): string => {
  const lines = data.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))) // prettier-ignore
  const encoded = data.match(/(?:^[A-Za-z0-9+/=]{20,}\r?\n)+/gm) ?? []
  return [data, lines, ...encoded.map((text) => Buffer.from(text, 'base64').toString())].join('\n')
}

it('mails none of them, except a link to its recipient', async () => {
  const { engine, owner } = app
  const { userId, email } = owner.actor
  await call('POST', 'installation/mail/test')
  await call('POST', 'password-reset/ask', { email })
  await notify(engine, { userId, kind: 'sign_in', address: '192.0.2.1', userAgent: 'A browser' })
  await mailAnchors(engine, await anchorActivity(engine, null))
  await judgeInstallation(engine)
  await writeMessages(engine)
  await deliverMessages(engine)
  const subjects = /^Subject: (.*)$/m
  const kinds = [
    'Invitation to',
    'test',
    'A new password',
    'New sign-in',
    'Anchors',
    'The mail server was changed',
  ]
  await eventually(async () => {
    const said = smtp.mails.map(({ data }) => subjects.exec(readMail(data))?.[1] ?? '')
    for (const kind of kinds) expect([kind, said, said.some((text) => text.toLowerCase().includes(kind.toLowerCase()))]).toEqual([kind, said, true]) // prettier-ignore
  })
  const found = smtp.mails.flatMap(({ to, data }) => foundIn(readMail(data)).map((name) => [name, ...to]))
  expect(found).toEqual([['token of an invitation', 'new@reader.example']])
})
