'use client'
import { useTranslations } from 'use-intl'
import type { ShopDetail } from '@/lib/core/shop'
import { when } from './when'

/**
 * Says since when there are figures. `from`: what the page begins with; nothing is said if that is later, or if it is a
 * sandbox, which has no earlier payments elsewhere.
 */
export function FiguresSince({
  shop,
  from,
}: {
  shop: Pick<ShopDetail, 'mode' | 'connected_at'>
  from: string | null
}) {
  const t = useTranslations('time')
  const { mode, connected_at: at } = shop
  if (mode === 'sandbox' || (from !== null && at <= from)) return null
  return <p className="mb-3 text-md text-muted">{t.rich('figuresSince', { when: when(at) })}</p>
}
