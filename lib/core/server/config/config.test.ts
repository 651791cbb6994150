import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config'
import { ConfigError } from './config-error'

const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const embedded = { DATA_DIR: path.join(folder, 'data') }
const onServer = {
  DATABASE_URL: 'postgres://u:hunter2@db.example/counterfoil',
  AUTH_SECRET: 'x'.repeat(32),
  SEALING_KEY: 'a'.repeat(64),
}
const live = {
  SHOP_ID: '361',
  SHOP_SECRET_KEY: 'live-secret',
  GATEWAY_URL: 'https://gateway.example',
  APM_URL: 'https://apm.example/',
  CHECKOUT_URL: 'https://checkout.example',
}

function refusal(settings: Record<string, string | undefined>): string {
  try {
    loadConfig(settings)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('not refused')
}

describe('valid settings', () => {
  it('have defaults for embedded storage', () => {
    expect(loadConfig(embedded)).toMatchObject({
      selfOrigin: 'http://127.0.0.1:3000',
      isProduction: false,
      trustedProxies: 0,
      storage: { dataDir: embedded.DATA_DIR },
      appUrl: 'http://localhost:3000',
      owner: { email: 'owner@localhost', password: null },
      sandbox: {
        shopId: 361,
        secretKey: null,
        isSeeded: true,
        isLenient: false,
        url: 'http://127.0.0.1:3000/sandbox',
        isAlone: false,
      },
      environmentShop: null,
    })
  })

  it('name a mail server, at the usual port of its encryption', () => {
    const mail = (settings: object) =>
      loadConfig({ ...embedded, SMTP_HOST: 'mail.example', ...settings }).mail
    expect(mail({ SMTP_FROM: 'office@shop.example' })).toEqual({
      server: { host: 'mail.example', port: 587, encryption: 'starttls', user: '', password: '' },
      senderName: null,
      senderAddress: 'office@shop.example',
    })
    expect(mail({ SMTP_ENCRYPTION: 'tls' }).server?.port).toBe(465)
    expect(mail({ SMTP_ENCRYPTION: 'none', SMTP_PORT: '2525' }).server?.port).toBe(2525)
    expect(loadConfig(embedded).mail).toEqual({ server: null, senderName: null, senderAddress: null })
  })

  it('count as unset if they are empty', () => {
    const settings = loadConfig({ ...embedded, PORT: '', DATABASE_URL: '', SHOP_ID: '', APP_URL: '' })
    expect(settings).toMatchObject({ selfOrigin: 'http://127.0.0.1:3000', environmentShop: null })
  })

  it('generate and keep the secrets of an embedded installation, unless given', () => {
    const [one, two] = [loadConfig(embedded), loadConfig(embedded)]
    expect(one.authSecret).toBe(two.authSecret)
    expect(one.sealingKey.equals(two.sealingKey)).toBe(true)
    expect(loadConfig({ ...embedded, AUTH_SECRET: 'y'.repeat(32) }).authSecret).toBe('y'.repeat(32))
  })

  it('may stand outside the data folder, in a file that SECRETS_FILE names', () => {
    const SECRETS_FILE = path.join(folder, 'elsewhere', 'secrets.json')
    const first = loadConfig({ ...embedded, SECRETS_FILE })
    expect(first.secretsFile).toBe(SECRETS_FILE)
    expect(first.authSecret).not.toBe(loadConfig(embedded).authSecret)
    const { DATABASE_URL } = onServer
    expect(loadConfig({ DATABASE_URL, SECRETS_FILE }).sealingKey.equals(first.sealingKey)).toBe(true)
    expect(loadConfig({ ...embedded, SEALING_KEY: 'a'.repeat(64) }).secretsFile).toBeNull()
  })

  it('take the key that the sealing key replaced', () => {
    const old = loadConfig({ ...onServer, OLD_SEALING_KEY: 'b'.repeat(64) }).oldSealingKey
    expect(old?.toString('hex')).toBe('b'.repeat(64))
    expect(loadConfig(onServer).oldSealingKey).toBeNull()
  })

  it('have no sandbox on a server unless asked for', () => {
    expect(loadConfig(onServer).sandbox).toBeNull()
    expect(loadConfig({ ...onServer, SANDBOX: 'on', PORT: '8080' }).sandbox?.url).toBe(
      'http://127.0.0.1:8080/sandbox',
    )
    expect(loadConfig({ ...embedded, SANDBOX: 'off' }).sandbox).toBeNull()
    expect(loadConfig({ ...onServer, SANDBOX: 'alone' }).sandbox?.isAlone).toBe(true)
  })

  it('listen on this machine alone with embedded storage, and on all addresses on a server', () => {
    expect(loadConfig(embedded).host).toBe('127.0.0.1')
    expect(loadConfig(onServer).host).toBeNull()
    expect(loadConfig({ ...embedded, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(loadConfig({ ...onServer, LISTEN_HOST: '::1' }).host).toBe('::1')
    expect(refusal({ ...embedded, HOST: '0.0.0.0', LISTEN_HOST: '127.0.0.1' })).toMatch(/^LISTEN_HOST: /)
  })

  it('let the sandbox shop call this machine only where nobody else comes in', () => {
    const machine = { allowLoopback: true, isPrivateAllowed: false }
    const self = { allowLoopback: 3000, isPrivateAllowed: false }
    expect(loadConfig(embedded).sandboxReach).toEqual(machine)
    expect(loadConfig({ ...embedded, APP_URL: 'http://localhost:3000' }).sandboxReach).toEqual(machine)
    expect(loadConfig({ ...embedded, APP_URL: 'https://office.example' }).sandboxReach).toEqual(self)
    expect(loadConfig({ ...embedded, HOST: '0.0.0.0' }).sandboxReach).toEqual(self)
    expect(loadConfig({ ...onServer, SANDBOX: 'on' }).sandboxReach).toEqual(self)
  })

  it('size the pool of connections', () => {
    const storage = { databaseUrl: onServer.DATABASE_URL, poolSize: 25 }
    expect(loadConfig({ ...onServer, DATABASE_POOL_SIZE: '25' })).toMatchObject({ storage })
  })

  it('take the sealing key in both notations', () => {
    const key = Buffer.alloc(32, 7)
    for (const SEALING_KEY of [key.toString('hex'), key.toString('base64')])
      expect(loadConfig({ ...onServer, SEALING_KEY }).sealingKey.equals(key)).toBe(true)
  })

  it('name a first live shop, with addresses that have no trailing slash', () => {
    expect(loadConfig({ ...onServer, ...live }).environmentShop).toEqual({
      shopId: 361,
      secretKey: 'live-secret',
      mode: 'live',
      gatewayUrl: 'https://gateway.example',
      apmUrl: 'https://apm.example',
      checkoutUrl: 'https://checkout.example',
    })
  })
})

describe('an invalid or missing setting', () => {
  it.each<[string, string]>([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', ' 3000'],
    ['PORT', '-1'],
    ['HOST', 'everywhere'],
    ['LISTEN_HOST', 'localhost'],
    ['HTTPS_PROXY', 'proxy.example:3128'],
    ['HTTPS_PROXY', 'http://me:100%@proxy.example:3128'],
    ['http_proxy', 'socks5://proxy.example'],
    ['LOG_LEVEL', 'loud'],
    ['DEFAULT_LANGUAGE', 'ar-XB'],
    ['PSEUDO_LOCALE', 'yes'],
    ['TRUSTED_PROXIES', 'yes'],
    ['TRUSTED_PROXIES', '10'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_DIRECT_URL', 'mysql://x'],
    ['DATABASE_READ_URL', 'mysql://x'],
    ['DATABASE_URL', 'nonsense'],
    ['APP_URL', 'nonsense'],
    ['APP_URL', 'ftp://shop.example'],
    ['APP_URL', 'https://shop.example/path'],
    ['APP_URL', 'https://shop.example?x'],
    ['DATABASE_POOL_SIZE', '2'],
    ['DATABASE_POOL_SIZE', 'many'],
    ['DATABASE_POOL_SIZE', '20'],
    ['AUTH_SECRET', 'short'],
    ['SEALING_KEY', 'short'],
    ['SEALING_KEY', ''.padEnd(63, 'a')],
    ['OLD_SEALING_KEY', 'short'],
    ['SEALING_KEY', 'g'.repeat(64)],
    ['SEALING_KEY', 'A'.repeat(44)],
    ['OWNER_EMAIL', 'nobody'],
    ['OWNER_PASSWORD', 'short'],
    ['RESET_PASSWORD', 'nobody'],
    ['SANDBOX', 'yes'],
    ['SANDBOX_SEED', 'true'],
    ['SANDBOX_LENIENT', '1'],
    ['SANDBOX_SHOP_ID', '0'],
    ['SANDBOX_SHOP_ID', 'x'],
    ['SHOP_ID', '1e3'],
    ['GATEWAY_URL', 'gateway.example'],
    ['APM_URL', 'javascript:alert(1)'],
    ['CHECKOUT_URL', ''.padEnd(5, '/')],
    ['SMTP_HOST', 'smtp://mail.example'],
    ['SMTP_PORT', '0'],
    ['SMTP_ENCRYPTION', 'ssl'],
    ['SMTP_FROM', 'office'],
    ['OIDC_PROVIDERS', 'Company'],
    ['OIDC_PROVIDERS', 'one,one'],
    ['OIDC_PROVIDERS', 'credentials'],
  ])('%s=%j gives one line that names it', (name, value) => {
    const message = refusal({ ...embedded, [name]: value })
    expect(message.startsWith(`${name}: `)).toBe(true)
    expect(message).not.toContain('\n')
  })

  it.each(['AUTH_SECRET', 'SEALING_KEY'])('%s is required with DATABASE_URL', (name) => {
    expect(refusal({ ...onServer, [name]: undefined })).toBe(`${name}: is required with DATABASE_URL`)
  })

  it('of the key that was replaced', () => {
    const OLD_SEALING_KEY = 'b'.repeat(64)
    expect(refusal({ ...embedded, OLD_SEALING_KEY })).toBe('SEALING_KEY: is required with OLD_SEALING_KEY')
    expect(refusal({ ...embedded, OLD_SEALING_KEY, SEALING_KEY: OLD_SEALING_KEY })).toBe(
      'OLD_SEALING_KEY: is the same key as SEALING_KEY',
    )
  })

  it.each(Object.keys(live))('%s is required once another setting of the live shop is there', (name) => {
    expect(refusal({ ...onServer, ...live, [name]: undefined })).toBe(
      `${name}: is required to connect a shop`,
    )
  })

  it.each<[string, Record<string, string>]>([
    ['OIDC_COMPANY_ISSUER: ', { OIDC_COMPANY_ISSUER: 'id.example' }],
    ['OIDC_COMPANY_ISSUER: must begin with https', { OIDC_COMPANY_ISSUER: 'http://id.example' }],
    ['OIDC_COMPANY_CLIENT_ID: is required', { OIDC_COMPANY_CLIENT_ID: '' }],
    ['OIDC_COMPANY_CLIENT_SECRET: is required', { OIDC_COMPANY_CLIENT_SECRET: '' }],
    ['OIDC_HOME_MAX_AGE_MINUTES: must be a number', { OIDC_HOME_MAX_AGE_MINUTES: 'often' }],
    ['OIDC_HOME_MAX_AGE_MINUTES: must be at least 1', { OIDC_HOME_MAX_AGE_MINUTES: '0' }],
  ])('of an OpenID provider: %s', (message, wrong) => {
    const company = {
      OIDC_PROVIDERS: 'company, home',
      OIDC_COMPANY_ISSUER: 'https://id.example/realm/',
      OIDC_COMPANY_CLIENT_ID: 'counterfoil',
      OIDC_COMPANY_CLIENT_SECRET: 'secret',
      OIDC_HOME_ISSUER: 'http://localhost:8080',
      OIDC_HOME_CLIENT_ID: 'counterfoil',
      OIDC_HOME_CLIENT_SECRET: 'secret',
      OIDC_HOME_NAME: 'At home',
      OIDC_HOME_ACR_VALUES: 'gold https://id.example/two',
      OIDC_HOME_AMR: 'mfa, hwk',
      OIDC_HOME_MAX_AGE_MINUTES: '15',
    }
    expect(loadConfig({ ...embedded, ...company }).oidc).toEqual([
      {
        id: 'company',
        name: 'company',
        issuer: 'https://id.example/realm',
        clientId: 'counterfoil',
        clientSecret: 'secret',
        rolesClaim: 'groups',
        grants: [],
        demands: { acrValues: [], amr: [], maxAgeMinutes: null },
      },
      expect.objectContaining({
        id: 'home',
        name: 'At home',
        issuer: 'http://localhost:8080',
        demands: { acrValues: ['gold', 'https://id.example/two'], amr: ['mfa', 'hwk'], maxAgeMinutes: 15 },
      }),
    ])
    expect(refusal({ ...embedded, ...company, ...wrong })).toMatch(new RegExp(`^${message}`))
  })

  it.each<[string, Record<string, string>]>([
    ['SMTP_HOST: is required with SMTP_PORT', { SMTP_PORT: '25' }],
    ['SMTP_HOST: is required with SMTP_PASSWORD', { SMTP_PASSWORD: 's3cr' }],
    ['SMTP_PASSWORD: is required to sign in to mail.example', { SMTP_HOST: 'mail.example', SMTP_USER: 'a' }],
    [
      'SMTP_USER: is required to sign in to mail.example',
      { SMTP_HOST: 'mail.example', SMTP_PASSWORD: 's3cr' },
    ],
    [
      'SMTP_USER: nobody signs in without encryption; set SMTP_ENCRYPTION to tls or starttls',
      { SMTP_HOST: 'mail.example', SMTP_ENCRYPTION: 'none', SMTP_USER: 'a', SMTP_PASSWORD: 's3cr' },
    ],
  ])('is refused: %s', (message, settings) => {
    expect(refusal({ ...embedded, ...settings })).toBe(message)
  })

  it('never appears with its value', () => {
    for (const name of ['AUTH_SECRET', 'SEALING_KEY', 'OWNER_PASSWORD', 'DATABASE_URL'])
      expect(refusal({ ...embedded, [name]: 's3cr' })).not.toContain('s3cr')
  })

  it('reports a data folder that cannot be used', () => {
    const file = path.join(folder, 'file')
    writeFileSync(file, '')
    for (const DATA_DIR of [file, path.join(file, 'data')]) {
      expect(refusal({ DATA_DIR })).toMatch(
        /^DATA_DIR: .*secrets.json cannot be used \(\w+\); see that [^\n]+ set DATA_DIR to another folder$/,
      )
    }
  })
})
