'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { SubmitButton } from '../form/submitting/submit-button'
import { type OnSubmit, ZodForm } from '../form/zod-form'
import { Button } from '../ui/button'
import { OpenDialog, type OpenDialogProps } from './open-dialog'

interface FormDialogProps<V extends FieldValues, Output> extends Pick<
  OpenDialogProps,
  'title' | 'size' | 'isDismissable' | 'onClose'
> {
  form: UseFormReturn<V, unknown, Output>
  submitLabel: string
  /** Sets errors on the form when it fails. The dialog stays open until its owner closes it. */
  onSubmit: OnSubmit<V, Output>
  children: React.ReactNode
}

/** A small form in a dialog. */
export function FormDialog<V extends FieldValues, Output>(props: FormDialogProps<V, Output>) {
  const { form, submitLabel, onSubmit, children, ...frame } = props
  return (
    <OpenDialog {...frame}>
      <ZodForm form={form} onSubmit={onSubmit} className="grid gap-4 wrap-anywhere">
        {children}
        <FormButtons submitLabel={submitLabel} onClose={frame.onClose} />
      </ZodForm>
    </OpenDialog>
  )
}

/** The buttons of a form in a dialog. */
export function FormButtons({ submitLabel, onClose }: { submitLabel: string; onClose: () => void }) {
  const t = useTranslations('common')
  return (
    <div className="mt-1 flex flex-wrap justify-end gap-2">
      <Button onPress={onClose}>{t('cancel')}</Button>
      <SubmitButton>{submitLabel}</SubmitButton>
    </div>
  )
}
