'use client'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { Failure } from './failure'
import { OpenDialog, type OpenDialogProps } from './open-dialog'

interface ConfirmDialogProps extends Pick<OpenDialogProps, 'title' | 'size' | 'onClose'> {
  confirmLabel: string
  /** “Cancel” unless that could be confused with the action itself. */
  cancelLabel?: string
  /** For actions that remove or end something, or cannot be undone. */
  isDanger?: boolean
  isPending?: boolean
  /** Why the last attempt failed. */
  failure?: string | null
  /** Null while the question cannot be answered yet. */
  onConfirm: (() => void) | null
  children: React.ReactNode
}

/** Asks one question before something happens, and has the focus on the safe answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel, isDanger, isPending, failure, onConfirm, children, ...frame } = props
  const t = useTranslations('common')
  const safe = useRef<HTMLButtonElement>(null)
  // Not `autoFocus` alone: a dialog below takes the focus back until this one is in place.
  useEffect(() => {
    const focusing = requestAnimationFrame(() => safe.current?.focus())
    return () => cancelAnimationFrame(focusing)
  }, [])
  return (
    <OpenDialog
      {...frame}
      role="alertdialog"
      footer={
        <>
          <Button ref={safe} autoFocus onPress={frame.onClose}>
            {cancelLabel ?? t('cancel')}
          </Button>
          {onConfirm && (
            <Button
              variant={isDanger ? 'danger' : 'primary'}
              className="max-w-full"
              isPending={isPending}
              onPress={onConfirm}
            >
              {/* It may name a shop, whose name may be long. */}
              <span className="min-w-0 wrap-anywhere whitespace-normal">{confirmLabel}</span>
            </Button>
          )}
        </>
      }
    >
      {children}
      <Failure text={failure} />
    </OpenDialog>
  )
}
