import { SearchX } from 'lucide-react'
import { BackToCheckouts } from '@/components/checkouts/back-to-checkouts'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

/** Shown for an ID that no checkout of this shop has. The gateway cannot be asked for others. */
function UnknownCheckout() {
  const t = getTranslator('checkouts')
  return (
    <EmptyState isPage icon={<SearchX size={19} />} title={t('page.unknown')} action={<BackToCheckouts />}>
      {t('page.unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownCheckout, 'checkouts')
