import { CalendarX2, Check, CircleSlash } from 'lucide-react'
import { buttonClass } from '@/components/ui/button-class'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import type { CheckoutPage } from '@/lib/sandbox/checkouts/page-view'
import { Notice } from '../payer/notice'
import { OrderSummary } from '../payer/order-head'

const looks = {
  checkoutExpired: { Icon: CalendarX2, tone: 'neutral' },
  finished: { Icon: Check, tone: 'ok' },
  noAttempts: { Icon: CircleSlash, tone: 'bad' },
} as const

interface ClosedProps {
  checkout: CheckoutPage
  state: 'finished' | 'expired'
  language: PayerLanguage
}

/** Returns the title and text of a state. No payment for a tokenization, no decline after an error. */
function wordsOf(
  key: keyof typeof looks,
  { type, isError }: Pick<CheckoutPage, 'type' | 'isError'>,
  language: PayerLanguage,
) {
  const t = payerTranslator(language, 'sandbox.states')
  const result = payerTranslator(language, 'sandbox.result')
  if (key === 'noAttempts' && isError)
    return { title: t(key), text: `${result('failedText')} ${result('askShop')}` }
  if (type !== 'tokenization') return { title: t(key), text: t(`${key}Text`) }
  switch (key) {
    case 'checkoutExpired':
      return { title: t('cardExpired'), text: result('askShop') }
    case 'finished':
      return { title: result('saved'), text: result('savedText') }
    case 'noAttempts':
      return { title: t('noAttempts'), text: `${result('cardDeclinedText')} ${result('askShop')}` }
  }
}

export function Closed({ checkout, state, language }: ClosedProps) {
  const t = payerTranslator(language, 'sandbox.states')
  const key =
    state === 'expired' ? 'checkoutExpired' : checkout.status === 'successful' ? 'finished' : 'noAttempts'
  const { Icon, tone } = looks[key]
  return (
    <Notice icon={<Icon size={20} />} tone={tone} {...wordsOf(key, checkout, language)}>
      <OrderSummary checkout={checkout} language={language} />
      {state === 'finished' && checkout.uid && (
        <div className="grid border-t px-6 py-4 max-md:px-4">
          <a
            href={`/sandbox/payments/${checkout.uid}`}
            className={buttonClass('secondary', 'md', 'min-h-11 text-base!')}
          >
            {t('seeResult')}
          </a>
        </div>
      )}
    </Notice>
  )
}
