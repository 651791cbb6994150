'use client'
import { type LucideIcon, Plus, SearchX } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/empty-state'
import { LinkButton } from '../ui/link'
import type { ListWords } from './define-list'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import type { ListState } from '../data-table/use-list-state'

interface EmptyListProps {
  of: ListWords
  icon: LucideIcon
  /** Null when the viewer may not create any. */
  newHref: Route | null
}

/** The empty state of a list without records. */
export function EmptyList({ of, icon: Icon, newHref }: EmptyListProps) {
  const t = useTranslations(of)
  const create = newHref && (
    <LinkButton href={newHref} variant="primary" icon={<Plus aria-hidden size={16} />}>
      {t('new' as 'title')}
    </LinkButton>
  )
  return (
    <EmptyState icon={<Icon size={19} />} title={t('emptyTitle')} action={create}>
      {t('emptyText')}
    </EmptyState>
  )
}

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
