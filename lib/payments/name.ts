import type { PaymentItem } from './list'

type Named = Pick<PaymentItem, 'description' | 'checkout_description' | 'product_name' | 'uid'>

/** Returns what a payment is for, else its UID. */
export const paymentName = ({
  description,
  checkout_description: checkout,
  product_name: product,
  uid,
}: Named): string => description ?? checkout ?? product ?? uid
