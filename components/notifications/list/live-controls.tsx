'use client'
import { Pause as PauseIcon, Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useLiveConnection } from '@/components/frame/use-live-updates'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import type { Pause } from './use-pause'

export function LiveBadge({ isPaused }: Pick<Pause, 'isPaused'>) {
  const t = useTranslations('notifications.live')
  const isConnected = useLiveConnection()
  if (isPaused) return <Badge tone="warn">{t('paused')}</Badge>
  if (isConnected === null) return null
  return (
    <Badge tone={isConnected ? 'ok' : 'warn'} hasDot>
      {t(isConnected ? 'live' : 'notLive')}
    </Badge>
  )
}

export function PauseButton({ pause: { isPaused, pause, resume } }: { pause: Pause }) {
  const t = useTranslations('notifications.live')
  const Icon = isPaused ? Play : PauseIcon
  return (
    <Button icon={<Icon aria-hidden size={15} />} onPress={isPaused ? resume : pause}>
      {t(isPaused ? 'resume' : 'pause')}
    </Button>
  )
}

/** Counts the notifications that arrived during a pause, and offers to show them. */
export function ArrivedDuringPause({ pause: { isPaused, meanwhile, showNew } }: { pause: Pause }) {
  const t = useTranslations('notifications.live')
  const { count, isMore } = meanwhile
  return (
    <div role="status">
      {isPaused && count > 0 && (
        <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          <span>{t(isMore ? 'meanwhileMore' : 'meanwhile', { count })}</span>
          <Button size="sm" onPress={showNew}>
            {t('show')}
          </Button>
        </div>
      )}
    </div>
  )
}
