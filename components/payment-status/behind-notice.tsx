'use client'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import type { Behind } from '@/lib/payments/list'

/** Says how far payments and their sums are behind what arrived. */
export function BehindNotice({ behind }: { behind: Behind }) {
  const t = useTranslations('paymentState')
  if (!behind) return null
  return (
    <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {t.rich(behind.exact ? 'behind' : 'behindAbout', {
        count: behind.notifications,
        when: when(behind.since, { isPlain: true }),
      })}
    </p>
  )
}
