import { expect, it } from 'vitest'
import { visibleName, visibleText } from './visible-text'

it.each([
  ['abc \u202eevil\u202c', 'abc \\u202eevil\\u202c'],
  ['\u2067a\u2069', '\\u2067a\\u2069'],
  // Some languages need these marks in names.
  ['\u05d0\u200f!', '\u05d0\u200f!'],
  ['two\nlines', 'two\nlines'],
])('the name %j is read as %j', (name, read) => expect(visibleName(name)).toBe(read))

it('shows every invisible character', () =>
  expect(visibleText('a\u200f\u202e\u0000\n')).toBe('a\\u200f\\u202e\\u0000\n'))
