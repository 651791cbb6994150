import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig } from '../core/server/config/config'
import { withSecretFiles } from './secret-files.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-secret-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (content: string | Buffer) => {
  const file = path.join(folder, crypto.randomUUID())
  writeFileSync(file, content)
  return file
}

const given: Record<string, string> = {
  DATABASE_URL: 'postgres://u:hunter2@db.example/counterfoil',
  AUTH_SECRET: 'a secret of more than 32 characters, planted',
  SEALING_KEY: 'a'.repeat(64),
  OLD_SEALING_KEY: 'b'.repeat(64),
  OWNER_PASSWORD: 'a planted password',
  SANDBOX_SECRET_KEY: 'planted sandbox key',
  SHOP_SECRET_KEY: 'planted shop key',
  SMTP_PASSWORD: 'planted mail password',
  OIDC_COMPANY_CLIENT_SECRET: 'planted client secret',
}
const others = {
  SHOP_ID: '7',
  GATEWAY_URL: 'https://g.example',
  APM_URL: 'https://a.example',
  CHECKOUT_URL: 'https://c.example',
  SMTP_HOST: 'mail.example',
  SMTP_USER: 'office',
  OIDC_PROVIDERS: 'company',
  OIDC_COMPANY_ISSUER: 'https://id.example',
  OIDC_COMPANY_CLIENT_ID: 'counterfoil',
}

it('gives the same settings as the environment, with the newline at the end of a file or without', () => {
  for (const end of ['', '\n', '\r\n']) {
    const files = Object.entries(given).map(([name, value]) => [`${name}_FILE`, fileOf(value + end)])
    expect(loadConfig({ ...others, ...(Object.fromEntries(files) as Record<string, string>) })).toEqual(
      loadConfig({ ...others, ...given }),
    )
  }
})

it('keeps spaces, which may belong to a password', () => {
  expect(withSecretFiles({ SMTP_PASSWORD_FILE: fileOf(' a b \n') }).SMTP_PASSWORD).toBe(' a b ')
})

const refusal = (settings: Record<string, string>) => {
  try {
    loadConfig(settings)
  } catch (error) {
    return (error as Error).message
  }
  return null
}

it.each(Object.keys(given))('refuses %s beside its file, in one line without either', (name) => {
  const message = refusal({ ...others, [name]: given[name] ?? '', [`${name}_FILE`]: fileOf('other') })
  expect(message).toBe(`${name}_FILE: ${name} is set too; set one of them`)
})

it.each<[string, () => string, RegExp]>([
  ['is not there', () => path.join(folder, 'nothing'), /cannot be read \(ENOENT\)$/],
  ['is a folder', () => folder, /cannot be read \(EISDIR\)$/],
  ['is empty', () => fileOf(''), /is empty$/],
  ['is only a newline', () => fileOf('\n'), /is empty$/],
  ['has two lines', () => fileOf('s3cret\ns3cret'), /holds more than one line$/],
  ['is something else', () => fileOf(Buffer.alloc(100_000, 's3cret')), /is too long for a secret$/],
])('says in one line that a file %s', (_what, file, said) => {
  const message = refusal({ AUTH_SECRET_FILE: file() })
  expect(message).toMatch(/^AUTH_SECRET_FILE: [^\n]+$/)
  expect(message).toMatch(said)
  expect(message).not.toContain('s3cret')
})

it.skipIf(process.getuid?.() === 0)('says in one line that a file may not be read', () => {
  const file = fileOf('x')
  chmodSync(file, 0)
  expect(refusal({ AUTH_SECRET_FILE: file })).toMatch(/cannot be read \(EACCES\)$/)
})

it('leaves alone what is no secret', () => {
  expect(withSecretFiles({ PORT_FILE: '/nowhere', PORT: '', SECRETS_FILE: '/nowhere' })).toEqual({
    PORT_FILE: '/nowhere',
    SECRETS_FILE: '/nowhere',
  })
})
