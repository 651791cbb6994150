'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../dialogs/confirm-dialog'

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
}

export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations('form')
  return (
    <ConfirmDialog
      title={t('unsavedTitle')}
      confirmLabel={t('discard')}
      cancelLabel={t('keepEditing')}
      isDanger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {t('unsavedText')}
    </ConfirmDialog>
  )
}
