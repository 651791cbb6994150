'use client'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { useGatewayDown } from './use-gateway-down'

interface GatewayNoticeProps {
  shop: string
  /** When what is shown was last heard from the gateway. */
  syncedAt: string
}

/** Said of one thing while the gateway does not answer: what is shown is what was last heard. */
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
  /** Beside what is read aloud: what changes by itself, such as times. */
  more?: ReactNode
  /** At the end of the line. */
  action?: ReactNode
  children: ReactNode
}

/** The line above what is shown while the gateway cannot be used. */
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
