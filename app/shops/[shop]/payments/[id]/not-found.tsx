import { SearchX } from 'lucide-react'
import { BackToPayments } from '@/components/payments/back-to-payments'
import { EmptyState } from '@/components/ui/empty-state'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'

/** Shown for a UID that no notification or statement with evidence reports. */
async function UnknownPayment() {
  const t = await pageTranslator('paymentPage')
  return (
    <EmptyState isPage icon={<SearchX size={19} />} title={t('unknown')} action={<BackToPayments />}>
      {t('unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownPayment, 'shops/[shop]/payments/[id]/not-found')
