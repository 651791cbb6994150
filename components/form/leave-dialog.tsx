'use client'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
}

export default function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations()
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title={t('form.unsavedTitle')}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button autoFocus onPress={onStay}>
            {t('form.keepEditing')}
          </Button>
          <Button variant="danger" onPress={onLeave}>
            {t('form.discard')}
          </Button>
        </>
      }
    >
      {t('form.unsavedText')}
    </Dialog>
  )
}
