import { afterEach, expect, it, vi } from 'vitest'
import { send } from './send'

const next = '/sandbox/payments/0d3c6a1e-6b1f-4d0e-9a3b-2f1f0c5f7a10'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [201, { uid: 'u', status: 'successful', next }, { kind: 'made', next }],
  [200, { next: 'https://shop.example/?token=1' }, { kind: 'made', next: 'https://shop.example/?token=1' }],
  [201, { next: 'javascript:alert(1)' }, { kind: 'failed' }],
  [201, { next: '//elsewhere.example' }, { kind: 'failed' }],
  [201, {}, { kind: 'failed' }],
  [409, { code: 'stale_page' }, { kind: 'stale' }],
  [409, { code: 'sold_out' }, { kind: 'unpayable' }],
  [404, { message: 'Record not found' }, { kind: 'unpayable' }],
  [422, { errors: { number: ['card_number'] } }, { kind: 'invalid', errors: [['number', 'card_number']] }],
  [500, { message: 'Internal server error' }, { kind: 'failed' }],
  [409, 'no object', { kind: 'failed' }],
])('reads %i %j', async (status, body, expected) => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  expect(await send('/sandbox/x', { number: '4200' })).toEqual(expected)
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toEqual({ number: '4200' })
})

it('takes a cut connection for not known', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('network')))
  expect(await send('/sandbox/x', {})).toEqual({ kind: 'failed' })
})
