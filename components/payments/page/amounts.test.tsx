import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { PaymentName } from '@/components/payments/list/payment-name'
import { en } from '@/lib/core/i18n/en'
import type { PaymentDetail } from '@/lib/payments/detail'
import { Amounts } from './facts'

const step = { currency: 'EUR', amount: 500, counted_as: 'paid', not_counted: null }
const paid = { uid: 'u', contracts: [], state: 'paid', currency: 'EUR', asked: null, difference: null, tried: 500, held: 0, paid: 500, refunded: 0, charged_back: 0, net: 500, steps: [step] } // prettier-ignore
const uncounted = { paid: 0, net: 0, currency: 'Euro', steps: [{ ...step, currency: 'Euro', counted_as: null, not_counted: 'currency' }] } // prettier-ignore

const textOf = (shown: (payment: PaymentDetail) => React.ReactNode, change: object = {}) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      {shown({ ...paid, ...change } as unknown as PaymentDetail)}
    </IntlProvider>,
  ).replaceAll(/<[^>]*>/g, '|')
const amountsOf = (change: object) => textOf((payment) => <Amounts payment={payment} />, change)
const nameOf = (change: object) =>
  textOf((payment) => <PaymentName payment={payment} isShown={() => false} />, change)

it('shows what went back in another currency', () => {
  const back = { ...step, currency: 'USD', amount: 150, counted_as: 'refunded' }
  const text = amountsOf({ state: 'partly_refunded', steps: [step, back, back] })
  expect(text).toMatch(/Paid\|+€5\.00\|+Refunded\|+− \$3\.00/)
})

it('says on the page and in the list what is not counted, and on the page why', () => {
  const why = en.paymentState.notCounted.currency
  const text = amountsOf(uncounted)
  expect(text).toContain(why)
  expect(text).not.toContain(en.paymentPage.amounts.tried)
  expect(nameOf(uncounted)).toContain(en.paymentList.notCounted)
  expect(amountsOf({})).not.toContain(why)
  expect(nameOf({})).not.toContain(en.paymentList.notCounted)
})

it('shows a payment of nothing as paid, and how it differs', () => {
  const text = amountsOf({
    state: 'differs',
    difference: 'too_little',
    asked: { currency: 'EUR', amount: 500 },
    tried: 0,
    paid: 0,
    net: 0,
    steps: [{ ...step, amount: 0 }],
  })
  expect(text).toMatch(/Paid\|+€0\.00/)
  expect(text).toContain('Paid €0.00 of €5.00')
  expect(text).not.toContain(en.paymentPage.amounts.tried)
})
