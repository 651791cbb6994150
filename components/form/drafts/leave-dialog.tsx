'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../dialogs/confirm-dialog'

interface LeaveDialogProps {
  /** Whether only a dialog is closed, and the page stays. */
  isClosing: boolean
  onStay: () => void
  onLeave: () => void
}

export default function LeaveDialog({ isClosing, onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations('form')
  return (
    <ConfirmDialog
      title={t(isClosing ? 'closeTitle' : 'unsavedTitle')}
      confirmLabel={t(isClosing ? 'closeDiscard' : 'discard')}
      cancelLabel={t('keepEditing')}
      isDanger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {t('unsavedText')}
    </ConfirmDialog>
  )
}
