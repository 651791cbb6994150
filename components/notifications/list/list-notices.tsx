'use client'
import { useTranslations } from 'use-intl'
import { SimilarOnlyNotice } from '@/components/mirror/alike'
import type { NotificationPage } from '@/lib/notifications/schema'
import { Meanwhile } from './live-controls'
import type { Pause } from './use-pause'

interface ListNoticesProps {
  q: string
  page: NotificationPage | undefined
  pause: Pause
}

/**
 * Says how many arrived during a pause, whether rows are only similar to the query, and what was not
 * searched.
 */
export function ListNotices({ q, page, pause }: ListNoticesProps) {
  const t = useTranslations('notifications')
  return (
    <>
      <Meanwhile pause={pause} />
      {q && page?.alike && <SimilarOnlyNotice q={q} />}
      {q && page?.whole_words_only && <p className="mb-2.5 text-sm text-muted">{t('wholeWordsOnly')}</p>}
    </>
  )
}
