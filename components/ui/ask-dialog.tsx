'use client'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'

interface AskDialogProps {
  title: string
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export default function AskDialog(props: AskDialogProps) {
  const { title, confirmLabel, cancelLabel, closeLabel, onConfirm, onClose, children } = props
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      closeLabel={closeLabel}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {cancelLabel}
          </Button>
          <Button variant="primary" onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
