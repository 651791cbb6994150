import { expect, it } from 'vitest'
import type { ValueField, Values } from '../changing/history'
import { valueText } from '../listing/item'

it.each<[ValueField, Values[ValueField], string]>([
  ['amount', 4500, '45.00 EUR'],
  ['quantity', 0, '0'],
  ['infinite', true, 'yes'],
  ['test', false, 'no'],
  ['expired_at', '2030-01-01T12:00:00+05:30', '1 Jan 2030, 06:30 +00:00'],
  ['expired_at', 'some day', 'some day'],
  ['visible_fields', ['email', 'shoe_size'] as unknown as Values['visible_fields'], 'E-mail, shoe_size'],
  ['visible_fields', [], 'none'],
  ['return_url', 'https://shop.example', 'https://shop.example'],
  ['immortal', null, 'not known'],
])('%s %j is “%s” in words', (field, value, expected) =>
  expect(valueText({ field, value }, { currency: 'EUR', minorUnits: {} })).toBe(expected),
)
