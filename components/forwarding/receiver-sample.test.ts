import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { receiverSample } from './receiver-help'

type Check = (headers: Record<string, string>, body: string, secret: string) => boolean

const source = `data:text/javascript,${encodeURIComponent(receiverSample)}`
const { isGenuine } = (await import(/* @vite-ignore */ source)) as { isGenuine: Check }

// Signs as the specification says, independently of our own code.
const key = Buffer.alloc(32, 7)
const secret = `whsec_${key.toString('base64')}`
const body = '{"type":"notification.transaction","data":{"uid":"Müller €"}}'
const signed = (at = Math.floor(Date.now() / 1000)) => ({
  'webhook-id': 'msg-1',
  'webhook-timestamp': String(at),
  'webhook-signature': `v1,${createHmac('sha256', key).update(`msg-1.${at}.${body}`).digest('base64')}`,
})

it('accepts any one of several signatures that matches the secret', () => {
  expect(isGenuine(signed(), body, secret)).toBe(true)
  const headers = signed()
  const among = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }
  expect(isGenuine(among, body, secret)).toBe(true)
})

it('believes nothing else', () => {
  expect(isGenuine(signed(), `${body} `, secret)).toBe(false)
  expect(isGenuine(signed(), body, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(false)
  expect(isGenuine({ ...signed(), 'webhook-id': 'msg-2' }, body, secret)).toBe(false)
  expect(isGenuine({ ...signed(), 'webhook-signature': 'v1,' }, body, secret)).toBe(false)
  expect(isGenuine(signed(Math.floor(Date.now() / 1000) - 3600), body, secret)).toBe(false)
  expect(isGenuine({}, body, secret)).toBe(false)
})
