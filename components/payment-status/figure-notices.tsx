'use client'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import type { Behind, Counting } from '@/lib/payments/list'
import { isBeforeDay } from '@/lib/core/format/dates'
import type { ShopDetail } from '@/lib/core/shop'

/** Says how far payments and their sums lag behind what arrived. */
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

/** Shows the progress of counting what was received before the last update, or before the shop's mode changed. */
export function CountingNotice({ counting }: { counting: Counting }) {
  const t = useTranslations('paymentState')
  if (!counting) return null
  return (
    <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {counting.through === null
        ? t('counting')
        : t.rich('countingThrough', { when: when(counting.through, { isPlain: true }) })}
    </p>
  )
}

/**
 * Says since when there are figures. `from`: the start of the page, a moment or a day of `zone`; renders nothing if
 * that is later, or for a sandbox, which has no earlier payments elsewhere.
 */
export function FiguresSince({
  shop,
  from,
  zone,
}: {
  shop: Pick<ShopDetail, 'mode' | 'connected_at'>
  from: string | null
  zone?: string
}) {
  const t = useTranslations('time')
  const { mode, connected_at: at } = shop
  const isBefore = (start: string) =>
    zone === undefined ? at <= start : isBeforeDay(new Date(at), start, zone)
  if (mode === 'sandbox' || (from !== null && isBefore(from))) return null
  return <p className="mb-3 text-md text-muted">{t.rich('figuresSince', { when: when(at) })}</p>
}
