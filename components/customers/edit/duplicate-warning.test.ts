import { expect, test } from 'vitest'
import { duplicateQueryOf } from './duplicate-warning'

test('is only asked for if the values are complete enough', () => {
  expect(duplicateQueryOf({})).toEqual({})
  expect(duplicateQueryOf({ email: 'anna@example', phone: '+49 341', external_id: ' ' })).toEqual({})
  expect(
    duplicateQueryOf({ email: ' anna@example.com', phone: '0341 / 555 41', external_id: 'crm-1 ' }),
  ).toEqual({
    email: 'anna@example.com',
    phone: '0341 / 555 41',
    external_id: 'crm-1',
  })
})
