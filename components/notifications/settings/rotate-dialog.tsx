'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { Select } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { notificationSettingsOptions, rotateHookKey } from '@/lib/notifications/client'
import { storeAnswer } from '@/lib/core/client/store-answer'

/** How many hours the old addresses keep working. */
const choices = ['0', '1', '24', '168', '720', '2160'] as const
const usual = '168'

interface RotateDialogProps {
  shop: string
  liveShopName: string | null
  version: number
  onClose: () => void
}

/** Loaded on intent. */
export default function RotateDialog({ shop, liveShopName, version, onClose }: RotateDialogProps) {
  const t = useTranslations('notificationSettings')
  const failureText = useFailureText()
  const client = useQueryClient()
  // What the person saw when they opened the dialog. After a refusal they see the rest.
  const [seen, setSeen] = useState(version)
  const [keep, setKeep] = useState<(typeof choices)[number]>(usual)
  const rotate = useMutation({
    mutationFn: () => rotateHookKey(shop, { keep_hours: Number(keep), version: seen }),
    onSuccess: (saved) => {
      storeAnswer(client, notificationSettingsOptions(shop).queryKey, saved)
      toast(t('rotated'))
      onClose()
    },
    onError: async () => {
      const latest = await client.query({ ...notificationSettingsOptions(shop), staleTime: 0 })
      setSeen(latest.version)
    },
  })
  return (
    <ConfirmDialog
      size="md"
      title={liveShopName ? t('rotateTitleIn', { shop: liveShopName }) : t('rotateTitle')}
      confirmLabel={t('rotateConfirm')}
      isDanger
      isPending={rotate.isPending}
      failure={rotate.error && failureText(rotate.error)}
      onConfirm={() => rotate.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-3 text-md/5">
        <p>{t('rotateText')}</p>
        <p>{t('rotateWhen')}</p>
        <Select
          label={t('keep')}
          className="max-w-64"
          items={choices.map((id) => ({ id, label: t(`keepFor.${id}`) }))}
          value={keep}
          onChange={setKeep}
        />
        <p className={keep === '0' ? 'text-danger' : 'text-muted'}>
          {t(keep === '0' ? 'keepNone' : 'keepSome')}
        </p>
      </div>
    </ConfirmDialog>
  )
}
