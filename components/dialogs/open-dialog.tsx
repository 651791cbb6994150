'use client'
import { useTranslations } from 'use-intl'
import { GuardedClose } from '../form/drafts/leave-guards'
import { Dialog, type DialogProps } from '../ui/overlays/dialog'
import type { ReactNode } from 'react'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/text/copy-button'

export interface OpenDialogProps extends Pick<
  DialogProps,
  'title' | 'role' | 'size' | 'isDismissable' | 'isOpaque' | 'footer' | 'children'
> {
  onClose: () => void
}

/** A dialog that is open while it is mounted. Escape and its cross ask before a form in it loses input. */
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

interface OnceDialogProps extends Pick<OpenDialogProps, 'title' | 'onClose'> {
  text: string
  /** The secret or the link. */
  value: string
  copyLabel: string
  closeLabel: string
  /** What the person should know afterwards. */
  note: ReactNode
}

/** Shows a secret or a link that is never shown again, so a press outside does not close it. */
export function OnceDialog({ title, text, value, copyLabel, closeLabel, note, onClose }: OnceDialogProps) {
  return (
    <OpenDialog
      isDismissable={false}
      title={title}
      onClose={onClose}
      footer={<Button onPress={onClose}>{closeLabel}</Button>}
    >
      <p className="wrap-anywhere">{text}</p>
      <p className="mt-3 rounded-sm border bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere select-all">
        {value}
      </p>
      <CopyButton variant="primary" className="mt-2.5" text={value} label={copyLabel} />
      <p className="mt-3 text-md text-muted">{note}</p>
    </OpenDialog>
  )
}
