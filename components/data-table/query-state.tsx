'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import type { TableStatus } from './data-table'

type Query = Pick<
  UseQueryResult,
  | 'isPending'
  | 'isError'
  | 'isPlaceholderData'
  | 'error'
  | 'refetch'
  | 'isFetching'
  | 'data'
  | 'dataUpdatedAt'
>

/** Returns the display status of a list. It keeps its rows while the next ones load and after a failed load. */
export function tableStatus(query: Query): TableStatus {
  if (query.isError && query.data === undefined) return 'error'
  if (query.isPending) return 'loading'
  return query.isPlaceholderData ? 'refreshing' : 'ready'
}

export function QueryError({ query, title, isPage }: { query: Query; title: string; isPage?: boolean }) {
  const t = useTranslations('errors')
  const { error } = query
  const text =
    error instanceof NetworkError
      ? t('networkText')
      : error instanceof ApiError
        ? error.title
        : t('genericText')
  return (
    <ErrorState
      isPage={isPage}
      title={title}
      reference={error instanceof ApiError || error instanceof NetworkError ? error.correlationId : undefined}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    >
      {text}
    </ErrorState>
  )
}

/** Shown above stale rows that could not be refreshed: their age, the reason and Retry. Otherwise renders nothing. */
export function RefreshNotice({ query }: { query: Query }) {
  const t = useTranslations()
  const { error } = query
  if (!query.isError || query.data === undefined) return null
  const reason =
    error instanceof NetworkError
      ? t('errors.network')
      : error instanceof ApiError
        ? error.title
        : t('errors.generic')
  const shownFrom = new Date(query.dataUpdatedAt).toISOString()
  return (
    <div
      role="alert"
      className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-weak px-3 py-2 text-md text-danger"
    >
      <TriangleAlert aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1">{t.rich('table.notRefreshed', { reason, when: when(shownFrom) })}</p>
      <Button size="sm" isPending={query.isFetching} onPress={() => void query.refetch()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
