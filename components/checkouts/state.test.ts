import { describe, expect, it } from 'vitest'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import { stateNow } from './cells'

const now = Date.parse('2026-11-22T12:00:00Z')
type Given = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at' | 'redirect_url'>
const open: Given = {
  state: 'open',
  rests_on: 'nothing',
  attempts_left: 1,
  expires_at: '2026-11-22T12:00:01Z',
  redirect_url: 'https://checkout.example/v2/checkout?token=1',
}
const over = { expires_at: '2026-11-22T12:00:00Z' }

describe('the state of a checkout on a page that has been open for a while', () => {
  it.each<[Partial<Given>, string, string]>([
    [{}, 'open', 'nothing'],
    [over, 'expired', 'clock'],
    [{ ...over, state: 'paid', rests_on: 'signature' }, 'paid', 'signature'],
    [{ ...over, state: 'pending', rests_on: 'credentials' }, 'pending', 'credentials'],
    [{ ...over, state: 'declined', rests_on: 'signature' }, 'expired', 'clock'],
    [{ ...over, state: 'declined', rests_on: 'signature', attempts_left: 0 }, 'declined', 'signature'],
  ])('%o is %s, by %s', (change, state, restsOn) =>
    expect(stateNow({ ...open, ...change }, now)).toEqual({ state, restsOn }),
  )
})
