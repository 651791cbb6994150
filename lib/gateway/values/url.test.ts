import { expect, it } from 'vitest'
import { urlOf } from './url'
import { webAddress } from './schemas'

it.each([
  ['https://shop.example/a', undefined, 'https://shop.example/a'],
  ['/a', 'https://shop.example', 'https://shop.example/a'],
  ['/a', undefined, undefined],
  ['https://', undefined, undefined],
])('parses %j on %j', (text, base, href) => expect(urlOf(text, base)?.href).toBe(href))

it('takes an address with letters beyond ASCII however often it is asked', () => {
  const taken = new Set<boolean>()
  for (let n = 0; n < 20_000; n++) taken.add(webAddress.safeParse('https://münchen.example/ä').success)
  expect([...taken]).toEqual([true])
})
