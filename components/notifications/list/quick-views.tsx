'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/text/badge'
import { cx } from '@/components/ui/cx'
import { quarantineOptions } from '@/lib/notifications/client'
import { Link } from '../../ui/link'
import type { NotificationList } from './notification-list'

interface QuickViewsProps {
  shop: string
  narrowed: NotificationList['state']['narrowed']
  /** Shown at the end of the line on wide screens: columns and views. */
  children: ReactNode
}

/** Links to the common views: all, not linked, and quarantined with its count. */
export function QuickViews({ shop, narrowed, children }: QuickViewsProps) {
  const t = useTranslations('notifications.views')
  const { data } = useQuery(quarantineOptions(shop))
  const base = `/shops/${shop}/notifications`
  const waiting = data?.total ?? 0
  // Other filters and the search do not change which view is marked.
  const here =
    narrowed.linked === false
      ? 'unlinked'
      : String(narrowed.authenticity) === 'unverified'
        ? 'quarantine'
        : 'all'
  const views = [
    { id: 'all', search: '' },
    { id: 'unlinked', search: '?linked=false' },
    { id: 'quarantine', search: '?authenticity=unverified' },
  ] as const
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-2">
      <nav aria-label={t('title')} className="flex flex-wrap gap-1">
        {views.map(({ id, search }) => (
          <Link
            key={id}
            href={`${base}${search}` as Route}
            aria-current={here === id ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2.5 text-md font-medium text-muted',
              'hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-weak aria-[current=page]:text-accent',
            )}
          >
            {t(id)}
            {id === 'quarantine' && waiting > 0 && (
              <Badge tone="warn">
                {t(data?.total_exact === false ? 'waitingAbout' : 'waiting', { count: waiting })}
              </Badge>
            )}
          </Link>
        ))}
      </nav>
      <div className="ms-auto flex items-center gap-1 max-md:hidden">{children}</div>
    </div>
  )
}
