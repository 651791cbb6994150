import { expect, it } from 'vitest'
import { fieldsOnScreen, type PageField } from './customer-fields'

const field = (name: PageField['name'], value = '', isReadOnly = false): PageField => ({
  name,
  value,
  isReadOnly,
})
const names = (fields: PageField[], country: string) =>
  fieldsOnScreen(fields, country).map(({ name }) => name)

it('shows fields in one order', () => {
  expect(names([field('zip'), field('first_name'), field('email')], '')).toEqual([
    'email',
    'first_name',
    'zip',
  ])
})

it.each([
  ['', false],
  ['DE', false],
  ['US', true],
  ['CA', true],
])('country %j: state shown %s', (country, shown) => {
  expect(names([field('state'), field('country')], country).includes('state')).toBe(shown)
})

it('shows the state by the merchant’s country, or where no country is asked for', () => {
  expect(names([field('state'), field('country', 'US', true)], '')).toContain('state')
  expect(names([field('state'), field('country', 'DE', true)], 'US')).not.toContain('state')
  expect(names([field('state')], '')).toEqual(['state'])
})
