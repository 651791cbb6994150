'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import type { ProductItem } from '@/lib/products/schema'

export function Period({
  product: { immortal, expired_at: at },
}: {
  product: Pick<ProductItem, 'immortal' | 'expired_at'>
}) {
  const t = useTranslations('products')
  const now = useClock()
  if (immortal === true) return t('never')
  if (!at) return <span className="text-faint">{t('notTold')}</span>
  const isPast = Date.parse(at) <= now.valueOf()
  return isPast ? (
    t.rich('expiredAgo', { when: when(at, { isPlain: true }) })
  ) : (
    <RelativeTime at={at} isPlain />
  )
}
