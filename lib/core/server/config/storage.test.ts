import { describe, expect, it } from 'vitest'
import { loadConfig } from './config'
import { ConfigError } from './config-error'

const keys = { AUTH_SECRET: 'x'.repeat(32), SEALING_KEY: 'a'.repeat(64) }

describe('addresses of databases that are refused', () => {
  it.each(['postgres://a,b/x', 'postgres://u:p@a:5432,b:5433/x?target_session_attrs=read-write'])(
    'several servers in DATABASE_URL, with what to do: %s',
    (DATABASE_URL) => {
      const load = () => loadConfig({ ...keys, DATABASE_URL })
      expect(load).toThrow(ConfigError)
      expect(load).toThrow(/^DATABASE_URL: names several servers[^\n]+docs\/operations\.md[^\n]*$/)
    },
  )

  it.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('%s without DATABASE_URL', (name) => {
    expect(() => loadConfig({ ...keys, [name]: 'postgres://x' })).toThrow(
      new ConfigError(`DATABASE_URL: is required with ${name}`),
    )
  })
})
