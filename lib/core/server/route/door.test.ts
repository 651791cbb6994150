import { beforeAll, expect, it } from 'vitest'
import { singleton } from '../../../db/singleton'
import { adoptConfig, loadConfig } from '../config/config'
import { frontDoorHandlers } from './door'
import { openLog } from '../log/log'

const settings = loadConfig({
  DATABASE_URL: 'postgres://not-used',
  AUTH_SECRET: 'x'.repeat(32),
  SEALING_KEY: '0'.repeat(64),
})
const door = frontDoorHandlers(settings)
const lines: string[] = []
beforeAll(() => {
  singleton('front-door-opened').set(true)
  adoptConfig(settings)
  openLog('trace', { write: (line) => void lines.push(line) })
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
])('counts %s under its network %s', (peer, network) => {
  expect(door.networkOf({ 'x-counterfoil-peer': peer })).toBe(network)
})

it.each([
  '/api/hooks/a-secret-key/notification',
  '/%61pi/hooks/a-secret-key/notification',
  '/API/Hooks/a-secret-key/notification',
  '//api/hooks//a-secret-key/x',
  '/api/hooks/a%2Dsecret-key/notification',
  '/invitations/a-secret-key',
])('logs %s without its key', (path) => {
  door.note({ method: 'POST', path }, 'asked')
  expect(lines.at(-1)).toContain('"method":"POST"')
  expect(lines.at(-1)?.toLowerCase()).not.toContain('secret')
})
