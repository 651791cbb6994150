import { afterEach, expect, it, vi } from 'vitest'
import type { PayerFormInput } from '@/lib/gateway/card'
import { sendPayment } from './send-payment'

const values = { shown: { amount: 6500, currency: 'EUR' } } as PayerFormInput
const uid = '0d3c6a1e-6b1f-4d0e-9a3b-2f1f0c5f7a10'

afterEach(() => vi.unstubAllGlobals())

it.each([
  [201, { uid, status: 'successful' }, { kind: 'made', uid }],
  [200, { uid, status: 'failed' }, { kind: 'made', uid }],
  [409, { code: 'stale_page' }, { kind: 'stale' }],
  [409, { code: 'sold_out' }, { kind: 'unpayable' }],
  [404, { message: 'Record not found' }, { kind: 'unpayable' }],
  [422, { errors: { number: ['card_number'] } }, { kind: 'invalid', errors: [['number', 'card_number']] }],
  [500, { message: 'Internal server error' }, { kind: 'failed' }],
  [409, 'no object', { kind: 'failed' }],
])('reads %i %j', async (status, body, expected) => {
  const fetched = vi.fn<typeof fetch>(async () => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  expect(await sendPayment('prd_1', values)).toEqual(expected)
  expect(JSON.parse(fetched.mock.calls[0]?.[1]?.body as string)).toMatchObject(values)
})
