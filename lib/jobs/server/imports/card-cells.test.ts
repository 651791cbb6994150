import { expect, it } from 'vitest'
import { cardHider, withoutHiddenCells } from './card-cells'
import { creationPlan } from './reasons'

const number = '4111111111111111'
/** What is kept of a cell under a column of this name, which is not read unless `target` is given. */
const kept = (name: string, cell: string, target: string | null = null) =>
  cardHider({}, { header: [name], columns: [target] })(cell, 0)

it.each([
  ['Token', 'anything', '••••'],
  ['credit_card.token', 'anything', '••••'],
  ['payment_method.credit_card.token', 'anything', '••••'],
  ['Card Token', crypto.randomUUID(), '••••'],
  ['CVC', '123', '••••'],
  ['Card CVV2', '1234', '••••'],
  ['credit_card.verification_value', '123', '••••'],
  ['CVC/CVV', '123', '••••'],
  ['Security code', '123', '••••'],
  ['cvc', 'M', 'M'],
  ['Card number', '5555 5555 5555 5556', '••••5556'],
  ['PAN', '411111111112', '••••1112'],
  ['cc_number', '1111', '1111'],
  ['Card', 'Visa', 'Visa'],
  ['Card', `${number} 12/39 123`, '••••1111'],
  ['Stored card', 'f'.repeat(64), '••••'],
  ['Anything', `Paid with ${number}.`, 'Paid with ••••1111.'],
  ['Gift card', 'GIFT-2026-0001-ABCD', 'GIFT-2026-0001-ABCD'],
  ['Shipping company', 'Panalpina', 'Panalpina'],
  ['cid', '1234', '1234'],
])('under %s, %s is kept as %s', (name, cell, expected) => expect(kept(name, cell)).toBe(expected))

it('keeps our IDs of stored cards and texts that are read', () => {
  const id = crypto.randomUUID()
  expect(kept('Card', id)).toBe(id)
  expect(kept('Card token', id, 'card_token_id')).toBe(id)
  expect(kept('Anything', number, 'description')).toBe(number)
})

it('refuses a row that would send dots, and no row that leaves the value as it is', () => {
  const change = { name: '••••1111', amount: 1 }
  const columns = ['name', 'amount', null]
  const refused = withoutHiddenCells({ position: 2, ...creationPlan(change) }, ['••••1111', '1', '••••'], {
    columns,
  })
  expect(refused).toMatchObject({ state: 'invalid', errors: { name: [expect.stringContaining('“name”')] } })
  const unchanged = { position: 2, ...creationPlan({ amount: 1 }), before: { amount: 2 } }
  expect(withoutHiddenCells(unchanged, ['••••1111', '1'], { columns })).toBe(unchanged)
})
