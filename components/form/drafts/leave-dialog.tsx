'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../dialogs/confirm-dialog'

interface LeaveDialogProps {
  /** Whether only a dialog, or another part of the page, is closed, and the page stays. */
  isClosing: boolean
  isUploading: boolean
  onStay: () => void
  onLeave: () => void
}

const titleOf = (isClosing: boolean, isUploading: boolean) => {
  if (!isClosing) return 'unsavedTitle'
  return isUploading ? 'uploadingTitle' : 'closeTitle'
}

export default function LeaveDialog({ isClosing, isUploading, onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations('form')
  return (
    <ConfirmDialog
      title={t(titleOf(isClosing, isUploading))}
      confirmLabel={t(isClosing ? 'closeDiscard' : 'discard')}
      cancelLabel={t(isUploading ? 'keepUploading' : 'keepEditing')}
      isDanger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {t(isUploading ? 'uploadingText' : 'unsavedText')}
    </ConfirmDialog>
  )
}
