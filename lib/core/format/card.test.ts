import { expect, it } from 'vitest'
import { brandName, cardText } from './card'

it.each([
  ['master', 'Mastercard'],
  ['VISA', 'Visa'],
  ['american_express', 'American Express'],
  ['some_new_brand', 'Some new brand'],
  ['constructor', 'Constructor'],
])('the brand %s is called %s', (brand, name) => expect(brandName(brand)).toBe(name))

it.each([
  ['master', '4242', 'Mastercard •••• 4242'],
  [null, '4242', '•••• 4242'],
  ['visa', null, 'Visa'],
  [null, null, ''],
])('the card %j %j is written %j', (brand, last4, text) => expect(cardText(brand, last4)).toBe(text))
