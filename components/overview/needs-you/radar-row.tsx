'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { AgainIn } from '@/components/time/again-in'
import type { RadarItem } from '@/lib/products/schema'
import { Link } from '../../ui/link'
import { visibleName } from '../../ui/text/visible-text'

interface RadarRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  reason: ReactNode
  /** The error of the last action. Stays until the next attempt. */
  failure?: string | null
  /** Seconds until the next attempt is allowed. */
  waiting?: number
  children?: ReactNode
}

export function RadarRow({ shop, item, icon, reason, failure, waiting = 0, children }: RadarRowProps) {
  return (
    <div className="flex min-h-11 items-center gap-2.5 py-1">
      <span className="shrink-0 self-start pt-1 text-warn">{icon}</span>
      <div className="min-w-0 flex-1">
        <Link
          href={`/shops/${shop}/products/${item.id}` as Route}
          dir="auto"
          className="line-clamp-2 rounded-xs py-0.5 text-base wrap-anywhere hover:underline"
        >
          {visibleName(item.name ?? item.id)}
        </Link>
        <p className="text-sm text-muted">{reason}</p>
        {failure && (
          <p role="alert" className="text-sm text-danger">
            {failure}
          </p>
        )}
        <p className="text-sm text-danger">
          <AgainIn seconds={waiting} />
        </p>
      </div>
      {children}
    </div>
  )
}
