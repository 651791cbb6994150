import { Badge } from '@/components/ui/text/badge'
import { cx } from '@/components/ui/cx'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import type { CheckoutPage } from '@/lib/sandbox/checkouts/page-view'
import { price } from '@/lib/sandbox/price'

interface OrderHeadProps {
  testMark?: string
  name?: string
  description: string
  /** Null if no money is taken. */
  amount: string | null
  /** What happens to the money if it is not taken. */
  note?: string
  isTitle?: boolean
}

export function OrderHead({ testMark, name, description, amount, note, isTitle = false }: OrderHeadProps) {
  const Name = isTitle ? 'h1' : 'p'
  return (
    <div className={cx('bg-sunken px-6 py-5 max-md:px-4', isTitle ? 'border-b' : 'border-t')}>
      {testMark && (
        <Badge tone="info" className="mb-2">
          {testMark}
        </Badge>
      )}
      {/* The merchant's text may be in another language, so its direction is detected. */}
      <Name dir="auto" className="text-lg font-semibold wrap-anywhere whitespace-pre-line">
        {name ?? description}
      </Name>
      {name !== undefined && (
        <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-line text-muted">
          {description}
        </p>
      )}
      {amount !== null && <p className="mt-3 text-2xl font-semibold tracking-tight tabular-nums">{amount}</p>}
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
    </div>
  )
}

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
