import { describe, expect, it } from 'vitest'
import { en } from '../core/i18n/en'
import { meaningWord } from './status'

const expired = {
  kind: 'expired_checkout',
  status: 'expired',
  type: null,
  worked_out: true,
  quarantined: false,
  accepted: null,
} as const

describe('the words for a notification', () => {
  it('says what a checkout that expired means, as of a payment', () => {
    expect(meaningWord(expired)).toBe('expired')
    expect(meaningWord({ ...expired, status: 'error' })).toBe('expired')
  })

  it('does not give a meaning to what has no evidence', () => {
    expect(meaningWord({ ...expired, quarantined: true })).toBeNull()
  })

  it('begins every badge with a capital letter', () => {
    const { kinds, quarantined, declined } = en.notifications
    const { meaning, short } = en.paymentState
    const badges = [kinds, meaning, short].flatMap((words) => Object.values(words))
    for (const text of [...badges, quarantined, declined]) expect(text).toMatch(/^\p{Lu}/u)
  })
})
