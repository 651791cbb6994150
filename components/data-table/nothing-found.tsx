'use client'
import { SearchX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListState } from './use-list-state'

export default function NothingFound({ list: { q, isNarrowed, clear } }: { list: ListState }) {
  const t = useTranslations('table')
  return (
    <EmptyState
      icon={<SearchX size={19} />}
      title={t('nothingFound')}
      action={<Button onPress={clear}>{t(isNarrowed ? 'clearFilters' : 'clearSearch')}</Button>}
    >
      {q && isNarrowed
        ? t('nothingFoundBoth', { q })
        : q
          ? t('nothingFoundText', { q })
          : t('nothingFoundFilters')}
    </EmptyState>
  )
}
