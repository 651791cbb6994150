'use client'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { useGatewayDown } from './use-gateway-down'

interface GatewayNoticeProps {
  shop: string
  /** When the gateway last confirmed the shown data. */
  syncedAt: string
}

/** Shown above a single record while the gateway does not answer: the record is the last known state. */
export function GatewayNotice({ shop, syncedAt }: GatewayNoticeProps) {
  const t = useTranslations('mirror')
  const down = useGatewayDown(shop)
  if (!down) return null
  return (
    <Notice>
      {down.text} {t.rich('shownFrom', { when: when(syncedAt) })}
    </Notice>
  )
}

interface NoticeProps {
  /** Outside the live region: content that changes by itself, such as times. */
  more?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A warning line for when the gateway is unavailable. */
export function Notice({ more, action, children }: NoticeProps) {
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
      <CloudOff aria-hidden size={16} className="shrink-0 max-md:mt-0.5 max-md:self-start" />
      <div className="min-w-0 flex-1">
        <p role="status" className="inline">
          {children}
        </p>{' '}
        {more}
      </div>
      {action}
    </div>
  )
}
