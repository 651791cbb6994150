import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { singleton } from '../../../db/singleton'
import { config, loadConfig } from '../config/config'
import { clientAddress } from './client-address'

const door = singleton<unknown>('front-door-opened')
const warned = singleton<true | undefined>('proxy-warned')
const lines: string[] = []

beforeEach(() => {
  lines.length = 0
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  singleton<pino.Logger>('log').set(pino(stream))
  warned.set(undefined)
  door.set(() => {})
  trust(0)
})

function trust(proxies: number) {
  const secret = 'a'.repeat(64)
  const settings = { DATABASE_URL: 'postgres://x', AUTH_SECRET: secret, SEALING_KEY: secret }
  config.set(loadConfig({ ...settings, TRUSTED_PROXIES: String(proxies) }))
}
const from = (headers: Record<string, string>) => clientAddress(new Headers(headers))

it('is the socket address that the front door saw', () => {
  expect(from({ 'x-counterfoil-peer': '192.0.2.1' })).toBe('192.0.2.1')
  expect(from({})).toBe('unknown')
})

it('is unknown without the front door, as any client could send the header', () => {
  door.set(undefined)
  expect(from({ 'x-counterfoil-peer': '192.0.2.1' })).toBe('unknown')
})

it('is the entry of the outermost trusted proxy', () => {
  const headers = { 'x-counterfoil-peer': '10.0.0.1', 'x-forwarded-for': '6.6.6.6, 192.0.2.7 ,10.0.0.2' }
  trust(1)
  expect(from(headers)).toBe('10.0.0.2')
  trust(2)
  expect(from(headers)).toBe('192.0.2.7')
  trust(9)
  expect(from(headers)).toBe('10.0.0.1')
  expect(lines).toEqual([])
})

it('logs nothing of the header that Next writes where none was sent', () => {
  const peer = '::ffff:192.0.2.1'
  expect(from({ 'x-counterfoil-peer': peer, 'x-forwarded-for': peer })).toBe('192.0.2.1')
  expect(lines).toEqual([])
})

it('ignores headers that no trusted proxy wrote, and logs that once', () => {
  for (let n = 0; n < 3; n++)
    expect(from({ 'x-counterfoil-peer': '192.0.2.1', 'x-forwarded-for': '6.6.6.6' })).toBe('192.0.2.1')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('TRUSTED_PROXIES')
  expect(lines[0]).not.toContain('6.6.6.6')
})
