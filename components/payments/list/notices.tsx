'use client'
import { useTranslations } from 'use-intl'
import { SimilarOnlyNotice } from '@/components/mirror/alike'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { when } from '@/components/time/when'
import type { PaymentPage } from '@/lib/payments/list'

/** What the transactions add up to, how far processing is behind, and how a search was understood. */
export function Notices({ page, q }: { page: PaymentPage; q: string }) {
  const t = useTranslations('paymentList')
  const { money } = usePaymentText()
  const { counted, behind } = page
  return (
    <>
      {behind && (
        <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          {t.rich(behind.exact ? 'behind' : 'behindAbout', {
            count: behind.notifications,
            when: when(behind.since, { isPlain: true }),
          })}
        </p>
      )}
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
