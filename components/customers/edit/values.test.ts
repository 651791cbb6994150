import { expect, test } from 'vitest'
import { customerCreate } from '@/lib/gateway/customers/customer'
import { newValues, prepareNew } from './customer-fields'

const anna = { ...newValues, email: ' anna@example.com ', ip: '203.0.113.7', first_name: 'Anna ' }

test('sends filled fields, trimmed', () => {
  expect(prepareNew(anna)).toEqual({ email: 'anna@example.com', ip: '203.0.113.7', first_name: 'Anna' })
})

test.each([
  ['DE', undefined],
  ['', undefined],
  ['US', 'TX'],
  ['CA', 'TX'],
])('in %s sends the state typed before as %s', (country, state) => {
  expect(prepareNew({ ...anna, country, state: 'TX' })).toMatchObject(state ? { state } : {})
  expect(Object.keys(prepareNew({ ...anna, country, state: 'TX' }) as object).includes('state')).toBe(!!state)
})

test('reports required fields that are empty', () => {
  const result = customerCreate.safeParse(prepareNew(newValues))
  expect(result.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([
    ['email', 'blank'],
    ['ip', 'blank'],
  ])
})
