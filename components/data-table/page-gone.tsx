import { SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** The rows of a later page were archived, changed or removed meanwhile. */
export function PageGone({ toFirstPage }: { toFirstPage: () => void }) {
  const t = useTranslations('table')
  return (
    <EmptyState
      icon={<SearchX size={19} />}
      title={t('pageGone')}
      action={<Button onPress={toFirstPage}>{t('firstPage')}</Button>}
    />
  )
}
