'use client'
import { useTranslations } from 'use-intl'
import { Dialog, type DialogProps } from '../ui/overlays/dialog'

export interface OpenDialogProps extends Pick<
  DialogProps,
  'title' | 'role' | 'size' | 'isDismissable' | 'footer' | 'children'
> {
  onClose: () => void
}

/** A dialog that is open for as long as it is mounted. */
export function OpenDialog({ onClose, ...props }: OpenDialogProps) {
  const t = useTranslations('common')
  return <Dialog {...props} isOpen closeLabel={t('close')} onOpenChange={(isOpen) => !isOpen && onClose()} />
}
