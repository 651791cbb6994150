'use client'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '../form/drafts/unsaved-guard'
import { Button, type ButtonProps } from '../ui/button'
import { firstHalfTyped } from '../ui/fields/half-typed'
import { OpenDialog, type OpenDialogProps } from './open-dialog'

interface InputDialogProps extends Pick<OpenDialogProps, 'title' | 'role' | 'size' | 'onClose'> {
  submitLabel: string
  variant?: ButtonProps['variant']
  isPending?: boolean
  /** Whether there is input that Escape would lose. */
  isDirty: boolean
  onSubmit: (form: HTMLFormElement) => void
  /** The layout of the inputs. */
  className?: string
  children: ReactNode
}

/** A few inputs without a schema. The button and Enter both submit. For inputs with a schema see `FormDialog`. */
export function InputDialog(props: InputDialogProps) {
  const {
    submitLabel,
    variant = 'primary',
    isPending,
    isDirty,
    onSubmit,
    className,
    children,
    ...frame
  } = props
  const t = useTranslations('common')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  return (
    <OpenDialog
      {...frame}
      footer={
        <>
          <Button onPress={frame.onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant={variant} isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <UnsavedGuard
        isDirty={isDirty}
        isHalfFilled={() => firstHalfTyped(form.current) !== undefined}
        isSending={isPending}
      />
      <form
        ref={form}
        id={id}
        className={className}
        // React Aria hides the browser's messages: a press would do nothing.
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) onSubmit(event.currentTarget)
        }}
      >
        {children}
      </form>
    </OpenDialog>
  )
}
