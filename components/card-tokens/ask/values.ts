/** The form's initial values; empty text for an empty field. */
export const emptyAsk = {
  checkout: {
    test: false,
    order: {
      amount: 100 as number | string | undefined,
      currency: 'EUR',
      description: '',
      additional_data: { contract: ['recurring'] as string[] },
    },
    customer: { email: '' },
    /** The page's initial values, which the form does not contain. */
    settings: {} as Readonly<Record<string, unknown>>,
  },
  customer_id: '',
}
export type AskValues = typeof emptyAsk

/** Builds a checkout that stores a card: its transaction type is `tokenization`, and nothing is paid. */
export function prepareAsk({ checkout, customer_id: customerId }: AskValues): unknown {
  const { test, order, customer, settings } = checkout
  const { contract } = order.additional_data
  const email = customer.email.trim()
  const body: Record<string, unknown> = {
    transaction_type: 'tokenization',
    ...(test ? { test } : {}),
    order: {
      amount: order.amount,
      currency: order.currency,
      description: order.description.trim(),
      ...(contract.length > 0 ? { additional_data: { contract } } : {}),
    },
    ...(email === '' ? {} : { customer: { email } }),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  }
  return { checkout: body, ...(customerId === '' ? {} : { customer_id: customerId }) }
}
