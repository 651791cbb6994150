import { expect, it } from 'vitest'
import { newPassword, strengthOf } from './password'

it.each([
  ['short', 'seven 7'],
  ['short', '🔑'.repeat(11)],
  ['weak', 'aaaaaaaaaaaa'],
  ['weak', 'abcdefghijklmn'],
  ['weak', '123456789012345'],
  ['weak', 'qwertyuiopasdf'],
  ['weak', 'abcabcabcabcabc'],
  ['weak', 'йцукенгшщзфыва'],
  ['weak', 'ada.lovelace1234'],
  ['weak', 'ADA@shop.example'],
  ['fair', 'correct horse'],
  ['strong', 'correct horse battery staple'],
  ['strong', 'mSt0kB-81xQz_uV2'],
  ['strong', 'верная лошадь на скрепке'],
])('calls a password %s: %s', (strength, password) => {
  expect(strengthOf(password, ['Ada Lovelace', 'ada@shop.example'])).toBe(strength)
})

it('takes a password of any characters, of 12 to 1000', () => {
  for (const text of ['twelve chars', 'пароль и еще', '🔑'.repeat(12), 'x'.repeat(1000)])
    expect(newPassword.safeParse(text).success).toBe(true)
  for (const text of ['eleven char', 'x'.repeat(1001), '', null, 12])
    expect(newPassword.safeParse(text).success).toBe(false)
})
