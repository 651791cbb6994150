import { expect, it } from 'vitest'
import { loadShop } from './shops'
import { testSandbox, testShop } from '../testing'

const sandbox = testSandbox('embedded')

const set = (body: Record<string, unknown>) => sandbox.call('PUT', '/shop', { body })
const settings = async () => {
  const shop = await loadShop(sandbox.engine.db, sandbox.engine.sealer, testShop.shopId)
  const { notificationUrl, verificationUrl, url, threeDSecure } = shop!
  const { customerEmails, saveCardToggle, anotherCardToggle, retrySpeed } = shop!
  return [
    [notificationUrl, verificationUrl, url],
    [threeDSecure, customerEmails, saveCardToggle, anotherCardToggle, retrySpeed],
  ]
}

it('sets what is sent, keeps what is absent, and null gives back the default', async () => {
  const defaults = [
    [null, null, null],
    [false, true, true, true, 1],
  ]
  expect(await settings()).toEqual(defaults)
  const answer = await set({
    notification_url: 'https://a.example/n',
    verification_url: 'https://a.example/v',
    url: 'https://a.example',
    three_d_secure: true,
    customer_emails: false,
    save_card_toggle: false,
  })
  expect(await answer.json()).toEqual({ public_key: expect.stringMatching(/^MIIB[A-Za-z0-9+/]+={0,2}$/) })
  await set({ another_card_toggle: false, retry_speed: 1_000_000 })
  await set({})
  expect(await settings()).toEqual([
    ['https://a.example/n', 'https://a.example/v', 'https://a.example'],
    [true, false, false, false, 1_000_000],
  ])
  const names = ['notification_url', 'verification_url', 'url', 'three_d_secure', 'customer_emails']
  const more = ['save_card_toggle', 'another_card_toggle', 'retry_speed']
  await set(Object.fromEntries([...names, ...more].map((name) => [name, null])))
  expect(await settings()).toEqual(defaults)
})

it.each([
  { customer_emails: 'yes' },
  { save_card_toggle: 1 },
  { another_card_toggle: 'false' },
  { three_d_secure: 'yes' },
  { retry_speed: 0 },
  { retry_speed: 1_000_001 },
  { retry_speed: 1.5 },
  { retry_speed: '10' },
  { verification_url: 'ftp://x' },
])('refuses %j and changes nothing', async (body) => {
  const before = await settings()
  const answer = await set({ url: 'https://b.example', ...body })
  const [field = ''] = Object.keys(body)
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { errors: { [field]: [expect.any(String)] } },
  ])
  expect(await settings()).toEqual(before)
})
