import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { namedSettings } from './settings.mjs'

it('names every setting of docs/configuration.md, and shows none that could be a secret', () => {
  const rows = readFileSync('docs/configuration.md', 'utf8').split('\n').filter((line) => line.startsWith('| `')) // prettier-ignore
  const names = rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    .filter((name) => /^[A-Z_]+$/.test(name))
  expect(names.length).toBeGreaterThan(50)
  const found = namedSettings(Object.fromEntries(names.map((name) => [name, 'a planted value'])))
  const missing = names.filter((name) => !(name in found) && !name.startsWith('OIDC_'))
  expect(missing).toEqual([])
  for (const [name, value] of Object.entries(found))
    expect([name, /SECRET|PASS|KEY|TOKEN|URL|EMAIL|USER|FROM|HOST|FOLDER|DIR|FILE|RESET/.test(name) && value !== 'set']).toEqual([name, false]) // prettier-ignore
})

it('leaves out unknown and empty settings, and names of providers', () => {
  const env = {
    UNRELATED_TOKEN: 'x',
    SMTP_HOST: '',
    OIDC_ACME_CLIENT_SECRET_FILE: '/run/x',
    LOG_LEVEL: 'debug',
  }
  expect(namedSettings(env)).toEqual({ 'OIDC_…_CLIENT_SECRET_FILE': 'set', LOG_LEVEL: 'debug' })
})
