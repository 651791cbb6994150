import { expect, it } from 'vitest'
import { loadConfig } from './config'

const onServer = {
  DATABASE_URL: 'postgres://u:hunter2@db.example/counterfoil',
  AUTH_SECRET: 'x'.repeat(32),
  SEALING_KEY: 'a'.repeat(64),
}

it.each([
  [undefined, '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['0:0:0:0:0:0:0:0', '[::1]'],
  ['::1', '[::1]'],
  ['127.0.0.2', '127.0.0.2'],
  ['10.0.0.5', '10.0.0.5'],
  ['FD00:0::5', '[fd00::5]'],
])('says where a server that listens on %s can call itself', (HOST, name) => {
  const settings = loadConfig({ ...onServer, SANDBOX: 'on', HOST, PORT: '8080' })
  expect(settings.selfOrigin).toBe(`http://${name}:8080`)
  expect(settings.sandbox?.url).toBe(`http://${name}:8080/sandbox`)
})

it('lets the sandbox shop call this server on the address where it listens, and no other of its port', () => {
  const at = (HOST: string, SANDBOX_REACH?: string) =>
    loadConfig({ ...onServer, SANDBOX: 'on', HOST, SANDBOX_REACH }).sandboxReach
  const self = { address: 'fd00::5', port: 3000 }
  expect(at('fd00:0::5')).toEqual({ allowLoopback: false, isPrivateAllowed: false, self })
  expect(at('fd00::5', 'machine')).toEqual({ allowLoopback: true, isPrivateAllowed: false, self })
  expect(at('::')).toEqual({ allowLoopback: 3000, isPrivateAllowed: false })
})
