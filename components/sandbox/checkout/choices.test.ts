import { describe, expect, it } from 'vitest'
import { checkoutBody, choicesOf } from './choices'

const visa = { brand: 'visa', last_4: '1006', exp_month: 12, exp_year: 2039, holder: 'A BUYER' }
const id = '0d3c6a1e-6b1f-4d0e-9a3b-2f1f0c5f7a10'

describe('ways to present a card', () => {
  it('offers each card once, in the order of its source', () => {
    const choices = choicesOf({
      sources: ['stored', 'saved', 'entered'],
      storedCard: { ...visa, isCodeNeeded: false },
      savedCards: [{ ...visa, id }],
    })
    expect(choices.map(({ id: name, source, isCodeNeeded }) => [name, source, isCodeNeeded])).toEqual([
      ['stored', 'stored', false],
      [id, 'saved', true],
      ['entered', 'entered', true],
    ])
  })

  it('leave out a source without a card', () => {
    expect(choicesOf({ sources: ['stored', 'entered'], storedCard: null, savedCards: [] })).toHaveLength(1)
  })
})

describe('what is sent', () => {
  const card = {
    number: '4200000000000000',
    expiry: '12/39',
    verification_value: '111',
    holder: 'A',
    save: true,
  }
  const values = { ...card, attempt: id, source: 'entered' as const, email: 'a@mail.example', city: 'Riga' }

  it('sends all data of a typed card, and the fields that the page asks the payer for', () => {
    const choice = { id: 'entered', source: 'entered' as const, card: null, isCodeNeeded: true }
    const { city: _, ...sent } = values
    expect(checkoutBody(values, choice, ['email'])).toEqual({ ...sent, card_id: undefined })
  })

  it.each(['stored', 'saved'] as const)('of a %s card holds no number', (source) => {
    const body = checkoutBody(values, { id, source, card: null, cardId: id, isCodeNeeded: true }, [])
    expect(body).toEqual({ attempt: id, source, verification_value: '111', card_id: id })
  })
})
