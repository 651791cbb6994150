'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { removeFactor } from '@/lib/account/client'
import type { Factor } from '@/lib/account/schema'

interface RemoveFactorDialogProps {
  factor: Factor
  isLast: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

export default function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
  const t = useTranslations('account')
  const failureText = useFailureText()
  const removing = useMutation({ mutationFn: () => removeFactor(factor.id), onSuccess: onRemoved })
  return (
    <ConfirmDialog
      title={<span className="wrap-anywhere">{t('removeTitle', { name: factor.name })}</span>}
      confirmLabel={t('remove')}
      isDanger
      isPending={removing.isPending}
      failure={removing.error && failureText(removing.error)}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
      {isLast && <p className="mt-2">{t('removeLastText')}</p>}
    </ConfirmDialog>
  )
}
