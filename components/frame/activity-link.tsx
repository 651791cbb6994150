'use client'
import { History } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Link } from '../ui/link'
import { useMay } from './use-may'

/** Leads to everything that was done to an object. Renders nothing for people who may not read the activity. */
export function ActivityLink({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('frame')
  if (!useMay('activity.read')) return null
  return (
    <Link
      href={`/shops/${shop}/settings/activity?object=${encodeURIComponent(id)}` as Route}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-xs text-md text-muted hover:underline print:hidden"
    >
      <History aria-hidden size={14} />
      {t('activityOfThis')}
    </Link>
  )
}
