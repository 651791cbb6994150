'use client'
import { useTranslations } from 'use-intl'
import { GuardedClose } from '../form/drafts/leave-guards'
import { Dialog, type DialogProps } from '../ui/overlays/dialog'

export interface OpenDialogProps extends Pick<
  DialogProps,
  'title' | 'role' | 'size' | 'isDismissable' | 'footer' | 'children'
> {
  onClose: () => void
}

/** A dialog that is open for as long as it is mounted. Escape and its cross ask before a form in it loses input. */
export function OpenDialog({ onClose, ...props }: OpenDialogProps) {
  const t = useTranslations('common')
  return (
    <GuardedClose onClose={onClose}>
      {(close) => (
        <Dialog {...props} isOpen closeLabel={t('close')} onOpenChange={(isOpen) => !isOpen && close()} />
      )}
    </GuardedClose>
  )
}
