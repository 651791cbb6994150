'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { toast } from '../../ui/overlays/toast-store'
import { isStill } from '../saved'

/** Returns a function that says that something was made, and that it lacks what was typed since `sent`. */
export function useMadeToast() {
  const t = useTranslations('form')
  return <V extends FieldValues>(
    form: Pick<UseFormReturn<V>, 'getValues'>,
    { sent, text }: { sent: V; text: string },
  ): void => {
    if (isStill(form, sent)) toast(text)
    else toast(`${text} ${t('typedTooLate')}`, 'info')
  }
}
