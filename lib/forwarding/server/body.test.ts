import { describe, expect, it } from 'vitest'
import { messageBody } from './send'

const row = {
  id: 'n',
  receivedAt: new Date(0),
  hook: 'notification',
  kind: 'transaction',
  authenticity: 'credentials',
  payloadRemovedAt: null,
} as unknown as Parameters<typeof messageBody>[0]

type Message = { data: { payload: unknown; raw?: string } }
const dataOf = (text: string, more = {}) =>
  (JSON.parse(messageBody({ ...row, ...more }, Buffer.from(text))) as Message).data

describe('what is told of a notification', () => {
  it('has its payload as it came, with numbers of any size', () => {
    const payload = '{ "transaction":{"amount":12345678901234567890123, "x":1e400} }'
    expect(messageBody(row, Buffer.from(payload))).toContain(`"payload":${payload}`)
    expect(dataOf(payload).payload).toMatchObject({ transaction: {} })
  })

  it('is JSON even if the body begins with a byte order mark', () =>
    expect(dataOf('\uFEFF{"a":1}').payload).toEqual({ a: 1 }))

  it('has none that was removed or is no JSON', () => {
    expect(dataOf('{"a":1}', { payloadRemovedAt: new Date(0) })).toMatchObject({ payload: null })
    expect(dataOf('{"a":')).toMatchObject({ payload: null, raw: '{"a":' })
  })
})
