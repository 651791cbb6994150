'use client'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonProps } from '../ui/button'
import { OpenDialog, type OpenDialogProps } from './open-dialog'

interface InputDialogProps extends Pick<OpenDialogProps, 'title' | 'role' | 'size' | 'onClose'> {
  submitLabel: string
  variant?: ButtonProps['variant']
  isPending?: boolean
  onSubmit: (form: HTMLFormElement) => void
  /** The layout of the inputs. */
  className?: string
  children: ReactNode
}

/** A few inputs without a schema. The button and Enter both submit. For inputs with a schema see `FormDialog`. */
export function InputDialog(props: InputDialogProps) {
  const { submitLabel, variant = 'primary', isPending, onSubmit, className, children, ...frame } = props
  const t = useTranslations('common')
  const id = useId()
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
      <form
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
