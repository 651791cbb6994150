import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isStill } from '@/components/form/saved'

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'setError'>

/**
 * Returns a function that asks before something is sent, and whether to go on: not while a question is open, nor with
 * a form that no longer holds what is to be sent. What was typed meanwhile may be half of it, so it is not sent instead.
 */
export const untilAnswered =
  <V extends FieldValues>(form: Form<V>, changedText: string) =>
  async (sent: V, asks: () => Promise<boolean>): Promise<boolean> => {
    if (await asks()) return false
    if (isStill(form, sent)) return true
    form.setError('root.server', { type: 'server', message: changedText })
    return false
  }
