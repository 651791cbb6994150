import { expect, it } from 'vitest'
import { initials } from './initials'

it.each([
  ['Maria Kern', 'MK'],
  ['owner@localhost', 'O'],
  ['anna-maria.van der berg', 'AM'],
  ['Жанна Ц', 'ЖЦ'],
  ['𝒜da', '𝒜'],
  ['e\u0301mile Zola', 'E\u0301Z'],
  ['नितिन गडकरी', 'निग'],
  ['', ''],
])('%s is %s', (name, letters) => expect(initials(name)).toBe(letters))
