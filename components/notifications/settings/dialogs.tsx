'use client'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { QueryError } from '@/components/data-table/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import {
  notificationRetentionOptions,
  type NotificationPeriods,
  notificationSettingsOptions,
  rotateHookKey,
} from '@/lib/notifications/client'
import { useEffectText } from './retention-form'
import { useState } from 'react'
import { useFailureText } from '@/components/dialogs/failure'
import { isStale } from '@/components/settings/use-settings-form'
import { Select } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { OnceDialog } from '@/components/dialogs/open-dialog'

interface RetentionDialogProps {
  shop: string
  liveShopName: string | null
  periods: NotificationPeriods
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a retention takes effect: says how much it removes at once, which cannot be undone. */
export function RetentionDialog(props: RetentionDialogProps) {
  const { shop, liveShopName, periods, onClose, onConfirm } = props
  const t = useTranslations('notificationSettings')
  const effectText = useEffectText()
  const query = useQuery(notificationRetentionOptions(shop, periods))
  const { payload_months: payload, personal_months: personal } = periods
  return (
    <ConfirmDialog
      size="md"
      title={liveShopName ? t('confirmTitleIn', { shop: liveShopName }) : t('confirmTitle')}
      confirmLabel={t('confirm')}
      isDanger
      onConfirm={query.data ? onConfirm : null}
      onClose={onClose}
    >
      {query.isPending && <Skeleton className="h-16 w-full" />}
      {query.isError && !query.data && <QueryError query={query} title={t('effectFailed')} />}
      {query.data && (
        <div className="grid gap-2 text-md/5">
          <p className="font-medium">{effectText(query.data)}</p>
          {payload !== null && <p>{t('laterPayloads', { months: payload })}</p>}
          {personal !== null && <p>{t('laterPersonal', { months: personal })}</p>}
          <p>{t('forGood')}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

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
export function RotateDialog({ shop, liveShopName, version, onClose }: RotateDialogProps) {
  const t = useTranslations('notificationSettings')
  const failureText = useFailureText()
  const client = useQueryClient()
  // What the person saw when they opened the dialog. After a refusal they see the other changes.
  const [seen, setSeen] = useState(version)
  const [keep, setKeep] = useState<(typeof choices)[number]>(usual)
  const rotate = useMutation({
    mutationFn: () => rotateHookKey(shop, { keep_hours: Number(keep), version: seen }),
    onSuccess: (saved) => {
      storeAnswer(client, notificationSettingsOptions(shop).queryKey, saved)
      toast(t('rotated'))
      onClose()
    },
    onError: async (error) => {
      if (!isStale(error)) return
      const latest = await client
        .query({ ...notificationSettingsOptions(shop), staleTime: 0 })
        .catch(() => null)
      if (latest) setSeen(latest.version)
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

/** The secret that authenticates us to the merchant's endpoint. Loaded on intent. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('notificationSettings')
  return (
    <OnceDialog
      title={t('secretTitle')}
      text={t('secretText')}
      value={secret}
      copyLabel={t('secretCopy')}
      closeLabel={t('secretClose')}
      note={t('secretOnce')}
      onClose={onClose}
    />
  )
}
