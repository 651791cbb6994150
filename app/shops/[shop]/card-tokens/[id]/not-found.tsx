import { CreditCard } from 'lucide-react'
import { BackToCardTokens } from '@/components/card-tokens/back-to-card-tokens'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

function UnknownCardToken() {
  const t = getTranslator('cardTokens')
  return (
    <EmptyState
      isPage
      icon={<CreditCard size={19} />}
      title={t('page.unknown')}
      action={<BackToCardTokens />}
    >
      {t('page.unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownCardToken, 'cardTokens')
