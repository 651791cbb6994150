import { expect, it } from 'vitest'
import { isReachable } from './reachable'

it.each<[string, boolean]>([
  ['https://pay.shop.com/api/hooks/k/notification', true],
  ['https://8.8.8.8/x', true],
  ['https://[2a00:1450::1]/x', true],
  ['https://172.32.0.1', true],
  ['http://pay.shop.com/x', false],
  ['https://localhost/x', false],
  ['https://app.localhost/x', false],
  ['https://office.local', false],
  ['https://counterfoil', false],
  ['https://127.0.0.1', false],
  ['https://127.1', false],
  ['https://10.0.0.7', false],
  ['https://172.20.0.1', false],
  ['https://192.168.1.1:3000', false],
  ['https://100.64.0.1', false],
  ['https://169.254.1.1', false],
  ['https://[::1]', false],
  ['https://[fd00::1]', false],
  ['no address', false],
])('%s is reached by a provider: %s', (address, expected) =>
  expect(isReachable(address, 'live')).toBe(expected),
)

it('whatever it is, the embedded sandbox reaches it', () =>
  expect(isReachable('http://localhost:3000/x', 'sandbox')).toBe(true))
