import { describe, expect, it } from 'vitest'
import { en } from '../core/i18n/en'
import { meaningKey } from './status'

const expired = {
  kind: 'expired_checkout',
  status: 'expired',
  type: null,
  worked_out: true,
  quarantined: false,
  accepted: null,
} as const

describe('the words for a notification', () => {
  it('translates an expired checkout as an expired payment', () => {
    expect(meaningKey(expired)).toBe('expired')
    expect(meaningKey({ ...expired, status: 'error' })).toBe('expired')
  })

  it('gives no meaning to notifications without evidence', () => {
    expect(meaningKey({ ...expired, quarantined: true })).toBeNull()
  })

  it('begins every badge with a capital letter', () => {
    const { kinds, quarantined, declined } = en.notifications
    const { meaning, short } = en.paymentState
    const badges = [kinds, meaning, short].flatMap((words) => Object.values(words))
    for (const text of [...badges, quarantined, declined]) expect(text).toMatch(/^\p{Lu}/u)
  })
})
