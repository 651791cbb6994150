import { describe, expect, it } from 'vitest'
import { receivedReading } from '../reading'
import { complaints } from '../testing'
import { verificationAnswer, verificationAnswerIn } from './notification'
import { transactionReply } from './transaction'

const answer = { code: 0, uid: 'a-1', amount: 100 }

describe('a verification', () => {
  it('is asked for with a transaction', () => {
    expect(transactionReply.parse({ transaction: { uid: 'a-1', amount: '100' } })).toMatchObject({
      transaction: { uid: 'a-1', amount: 100 },
    })
    expect(transactionReply.safeParse({ uid: 'a-1' }).success).toBe(false)
  })

  it.each<[Record<string, unknown>, string[]]>([
    [{}, []],
    [{ code: 7, message: 'No stock', friendly_message: 'Sold out', created_at: '2027-01-01T10:00:00Z' }, []],
    [{ code: '0' }, ['code: not_a_number']],
    [{ code: undefined }, ['code: required']],
    [{ uid: '' }, ['uid: blank']],
    [{ amount: 1.5 }, ['amount: not_a_number']],
    [{ message: 7 }, ['message: not_a_text']],
    [{ reason: 'x' }, [': unknown']],
  ])('is answered with %j: %j', (change, expected) =>
    expect(complaints(verificationAnswer, { ...answer, ...change })).toEqual(expected),
  )

  it('accepts unknown fields in answers', () =>
    expect(verificationAnswerIn(receivedReading).parse({ ...answer, message: null, reason: 'x' })).toEqual(
      answer,
    ))
})
