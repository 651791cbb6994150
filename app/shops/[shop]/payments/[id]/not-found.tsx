import { SearchX } from 'lucide-react'
import { BackToPayments } from '@/components/payments/back-to-payments'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

/** Shown for a UID of which nothing with evidence tells. */
function UnknownPayment() {
  const t = getTranslator('paymentPage')
  return (
    <EmptyState isPage icon={<SearchX size={19} />} title={t('unknown')} action={<BackToPayments />}>
      {t('unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownPayment, 'paymentPage')
