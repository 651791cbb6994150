'use client'
import { useTranslations } from 'use-intl'
import { SimilarOnlyNotice } from '@/components/mirror/alike'
import { BehindNotice } from '@/components/payment-status/behind-notice'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import type { PaymentPage } from '@/lib/payments/list'

/** What the transactions add up to, how far processing is behind, and how a search was understood. */
export function Notices({ page, q }: { page: PaymentPage; q: string }) {
  const t = useTranslations('paymentList')
  const { money } = usePaymentText()
  const { counted, behind } = page
  return (
    <>
      <BehindNotice behind={behind} />
      {counted && (
        <p role="status" className="mb-2.5 text-md text-muted tabular-nums">
          {t('countedSum', {
            transactions: counted.transactions,
            amount: money(BigInt(counted.amount), counted.currency),
          })}
        </p>
      )}
      {page.alike && <SimilarOnlyNotice q={q} />}
      {page.whole_words_only && <p className="mb-2.5 text-md text-muted">{t('wholeWordsOnly')}</p>}
    </>
  )
}
