'use client'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListState } from './use-list-state'

interface NothingFoundProps {
  list: ListState
  /** The way to what this search leaves out. */
  wider: ReactNode
}

export function NothingFound({ list: { q, isNarrowed, clear }, wider }: NothingFoundProps) {
  const t = useTranslations('table')
  return (
    <EmptyState
      icon={<SearchX size={19} />}
      title={t('nothingFound')}
      action={
        <>
          <Button onPress={clear}>{t(isNarrowed ? 'clearFilters' : 'clearSearch')}</Button>
          {wider}
        </>
      }
    >
      {q && isNarrowed
        ? t('nothingFoundBoth', { q })
        : q
          ? t('nothingFoundText', { q })
          : t('nothingFoundFilters')}
    </EmptyState>
  )
}

/** The rows of a later page were archived, changed or removed meanwhile. */
export function PageGone({ list: { toFirstPage } }: Pick<NothingFoundProps, 'list'>) {
  const t = useTranslations('table')
  return (
    <EmptyState
      icon={<SearchX size={19} />}
      title={t('pageGone')}
      action={<Button onPress={toFirstPage}>{t('firstPage')}</Button>}
    />
  )
}
