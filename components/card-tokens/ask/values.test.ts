import { expect, it } from 'vitest'
import { checkoutCreate } from '@/lib/checkouts/schema'
import { emptyAsk, prepareAsk } from './values'

const described = {
  ...emptyAsk,
  checkout: { ...emptyAsk.checkout, order: { ...emptyAsk.checkout.order, description: ' Card on file ' } },
}

it('makes a checkout that stores a card from the fields that are set', () => {
  expect(checkoutCreate.parse(prepareAsk(described))).toEqual({
    checkout: {
      transaction_type: 'tokenization',
      order: {
        amount: 100,
        currency: 'EUR',
        description: 'Card on file',
        additional_data: { contract: ['recurring'] },
      },
    },
  })
  const { checkout } = described
  const all = {
    checkout: {
      ...checkout,
      test: true,
      customer: { email: 'm@x.example' },
      settings: { notification_url: 'https://shop.example/n' },
    },
    customer_id: 'cst_01',
  }
  expect(checkoutCreate.parse(prepareAsk(all))).toMatchObject({
    checkout: { ...all.checkout, order: { description: 'Card on file' } },
    customer_id: 'cst_01',
  })
})

it('reports missing values by their field of the form', () => {
  const { error } = checkoutCreate.safeParse(prepareAsk(emptyAsk))
  expect(error?.issues).toMatchObject([{ path: ['checkout', 'order', 'description'], message: 'blank' }])
})
