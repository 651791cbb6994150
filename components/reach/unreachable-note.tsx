'use client'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isReachable } from '@/lib/shops/reachable'
import type { ShopDetail } from '@/lib/core/shop'

const code = (text: ReactNode) => <code className="font-mono text-xs wrap-anywhere">{text}</code>

/** Warns next to an address that no provider can reach, and says what to set first. Otherwise renders nothing. */
export function UnreachableNote({ shop }: { shop: Pick<ShopDetail, 'mode' | 'notification_url'> }) {
  const t = useTranslations('reach')
  if (isReachable(shop.notification_url, shop.mode)) return null
  return (
    <span className="mt-2 flex gap-2 rounded-md bg-warn-weak px-3 py-2 text-start text-md/5 text-warn">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0">{t.rich('unreachable', { code })}</span>
    </span>
  )
}
