'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { toast } from '@/components/ui/overlays/toast-store'
import { replayNotification } from '@/lib/notifications/client'
import { useFailureText } from '@/components/dialogs/failure'
import { useStoreDetail } from './use-change'

interface ReplayDialogProps {
  shop: string
  id: string
  onClose: () => void
}

/** Loaded on intent. */
export default function ReplayDialog({ shop, id, onClose }: ReplayDialogProps) {
  const t = useTranslations('notifications')
  const takeOver = useStoreDetail(shop, id)
  const failureText = useFailureText()
  const replay = useMutation({
    mutationFn: () => replayNotification(shop, id),
    onSuccess: (detail) => {
      takeOver(detail)
      toast(t('replayed'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('replayTitle')}
      confirmLabel={t('replay')}
      isPending={replay.isPending}
      failure={replay.error && failureText(replay.error)}
      onConfirm={() => replay.mutate()}
      onClose={onClose}
    >
      <p className="text-md/5">{t('replayText')}</p>
      <p className="mt-2 text-md/5 text-muted">{t('replayLimits')}</p>
    </ConfirmDialog>
  )
}
