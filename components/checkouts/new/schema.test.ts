import { expect, it } from 'vitest'
import { checkoutFormSchema } from './schema'

const valid = { amount: 6500, currency: 'EUR', description: 'Concert ticket' }

/** The issues of an order as pairs of field and message. */
function issuesOf(order: object) {
  const { error } = checkoutFormSchema.safeParse({ checkout: { transaction_type: 'payment', order } })
  return error?.issues.map(({ path, message }) => [path.join('.'), message])
}

const passed = ['checkout.order.expired_at', 'not_in_future']

it('refuses an expiry in the past at its field', () => {
  expect(issuesOf({ ...valid, expired_at: '2020-11-30T05:12:00+01:00' })).toEqual([passed])
  expect(issuesOf({ ...valid, expired_at: '2039-11-30T05:12:00+01:00' })).toBeUndefined()
})

it('names it beside what is wrong with other fields', () => {
  const issues = issuesOf({ ...valid, amount: -1, expired_at: '2020-11-30T05:12:00+01:00' })
  expect(issues).toHaveLength(2)
  expect(issues).toContainEqual(passed)
})
