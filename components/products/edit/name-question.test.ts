import { expect, it } from 'vitest'
import { isSameName } from './name-question'

it.each([
  ['Lamp', 'Lamp', true],
  [' lamp  E27', 'Lamp E27 ', true],
  ['Ｌａｍｐ', 'Lamp', true],
  ['Lamp', 'Lamps', false],
  [null, 'Lamp', false],
])('%j and %j: %s', (one, other, is) => expect(isSameName(one, other)).toBe(is))
