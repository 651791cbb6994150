'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ErrorState } from '@/components/ui/error-state'
import { ApiError, NetworkError } from '@/lib/http'
import type { TableStatus } from './data-table'

type Query = Pick<
  UseQueryResult,
  'isPending' | 'isError' | 'isPlaceholderData' | 'error' | 'refetch' | 'isFetching' | 'data'
>

/** What a list shows: the rows it has are kept while the next ones load, and when loading them failed. */
export function tableStatus(query: Query): TableStatus {
  if (query.isError && query.data === undefined) return 'error'
  if (query.isPending) return 'loading'
  return query.isPlaceholderData ? 'refreshing' : 'ready'
}

/** What failed, in the server's words where it spoke, with Retry. */
export function QueryError({ query, title, isPage }: { query: Query; title: string; isPage?: boolean }) {
  const t = useTranslations()
  const { error } = query
  const text =
    error instanceof NetworkError
      ? t('errors.networkText')
      : error instanceof ApiError
        ? error.title
        : t('errors.genericText')
  return (
    <ErrorState
      isPage={isPage}
      title={title}
      reference={error instanceof ApiError ? error.correlationId : undefined}
      retryLabel={t('common.retry')}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    >
      {text}
    </ErrorState>
  )
}
