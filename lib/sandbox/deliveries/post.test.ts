import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxSettings } from '../shops/settings'
import { postNotification } from './deliver'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

let sent: string[] = []
const server = createServer((request, response) => {
  sent = request.rawHeaders.filter((_, index) => index % 2 === 0)
  response.end('OK')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('writes the names of its headers as documented, for receivers that see them as sent', async () => {
  const reach = { allowLoopback: true, isPrivateAllowed: false }
  sandboxSettings.set({ publicOrigin: 'https://shop.example', isLenient: false, reach })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const shop = { id: 361, secretKey: 'key', privateKey: () => pem }
  expect(await postNotification(shop, url, Buffer.from('{}'))).toEqual({ status: 200, error: null })
  sandboxSettings.set({
    publicOrigin: 'https://shop.example',
    isLenient: false,
    reach: { ...reach, allowLoopback: 1 },
  })
  expect(await postNotification(shop, url, Buffer.from('{}'))).toEqual({
    status: null,
    error: 'address_refused',
  })
  expect(sent).toEqual(expect.arrayContaining(['Content-Type', 'Content-Signature', 'Authorization']))
})
