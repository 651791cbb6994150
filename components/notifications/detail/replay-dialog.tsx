'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast-store'
import { replayNotification } from '@/lib/notifications/client'
import { useFailureText, useStoreDetail } from './use-change'

interface ReplayDialogProps {
  shop: string
  id: string
  onClose: () => void
}

/** Loaded on intent. */
export default function ReplayDialog({ shop, id, onClose }: ReplayDialogProps) {
  const t = useTranslations('notifications')
  const common = useTranslations('common')
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
    <Dialog
      isOpen
      title={t('replayTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          <Button variant="primary" isPending={replay.isPending} onPress={() => replay.mutate()}>
            {t('replay')}
          </Button>
        </>
      }
    >
      <p className="text-md/5">{t('replayText')}</p>
      <p className="mt-2 text-md/5 text-muted">{t('replayLimits')}</p>
      {replay.error && (
        <p role="alert" className="mt-3 text-md text-danger">
          {failureText(replay.error)}
        </p>
      )}
    </Dialog>
  )
}
