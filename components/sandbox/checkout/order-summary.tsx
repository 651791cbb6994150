import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import type { CheckoutPage } from '@/lib/sandbox/checkouts/page-view'
import { price } from '@/lib/sandbox/price'
import { OrderHead } from '../payer/order-head'

interface OrderSummaryProps {
  checkout: CheckoutPage
  language: PayerLanguage
  isTitle?: boolean
}

export function OrderSummary({ checkout, language, isTitle }: OrderSummaryProps) {
  const t = payerTranslator(language, 'sandbox.pay')
  const notes = {
    authorization: t('holdNote'),
    tokenization: t('tokenNote'),
    payment: undefined,
    charge: undefined,
  }
  return (
    <OrderHead
      isTitle={isTitle}
      testMark={checkout.test ? t(checkout.type === 'tokenization' ? 'cardTest' : 'testPayment') : undefined}
      description={checkout.description}
      amount={price(checkout, language)}
      note={notes[checkout.type]}
    />
  )
}
