import { CreditCard } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'

export default function NotForSupport() {
  const t = getTranslator('cardTokens')
  return (
    <EmptyState
      isPage
      icon={<CreditCard size={19} />}
      title={t('forbidden')}
      action={<LinkButton href="/">{getTranslator('errors')('home')}</LinkButton>}
    >
      {t('forbiddenText')}
    </EmptyState>
  )
}
