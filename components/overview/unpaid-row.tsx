'use client'
import { Clock } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'
import type { UnpaidCheckouts } from '@/lib/overview/schema'
import { searchOf } from '@/lib/core/client/search-params'

/** Checkouts that nobody paid, with the list that shows just these. */
export function UnpaidRow({ shop, unpaid }: { shop: string; unpaid: UnpaidCheckouts }) {
  const t = useTranslations('overview.unpaid')
  const { total, total_exact: isExact, ...filters } = unpaid
  return (
    <div className="flex min-h-11 items-center gap-2.5 py-1">
      <Clock aria-hidden size={16} className="mt-1 shrink-0 self-start text-warn" />
      <div className="min-w-0 flex-1">
        <p className="text-base">{t(isExact ? 'title' : 'titleOver', { total })}</p>
        <p className="text-sm text-muted">{t('reason')}</p>
      </div>
      <LinkButton
        size="sm"
        href={`/shops/${shop}/checkouts${searchOf(filters)}` as Route}
        aria-label={t('reviewOf')}
      >
        {t('review')}
      </LinkButton>
    </div>
  )
}
