'use client'
import { RotateCcw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import type { ButtonSize } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import type { NotificationDetail } from '@/lib/contracts/notification'
import type { ShopDetail } from '@/lib/contracts/shop'
import { useCopyLabels } from '../use-copy-labels'
import { curlOf } from './curl'

const ReplayDialog = dynamic(() => import('./replay-dialog'), { loading: () => null })

interface ActionsProps {
  shop: ShopDetail
  notification: NotificationDetail
  size?: ButtonSize
}

/** What can be done with a notification: sent again here, and as a command for a shell. */
export function Actions({ shop, notification, size }: ActionsProps) {
  const t = useTranslations('notifications')
  const labels = useCopyLabels(t('copyCurl'))
  const mayReplay = useMay('notifications.replay')
  const [isAsking, setIsAsking] = useState(false)
  const { raw, headers, hook, payload_removed: isRemoved } = notification
  const url = hook === 'verification' ? shop.verification_url : shop.notification_url
  const command = useMemo(() => (raw === null ? null : curlOf({ url, headers, raw })), [url, headers, raw])
  return (
    <>
      {mayReplay && !isRemoved && (
        <Button size={size} icon={<RotateCcw aria-hidden size={14} />} onPress={() => setIsAsking(true)}>
          {t('replay')}
        </Button>
      )}
      {command !== null && <CopyButton size={size} text={command} {...labels} />}
      {isAsking && <ReplayDialog shop={shop.id} id={notification.id} onClose={() => setIsAsking(false)} />}
    </>
  )
}
