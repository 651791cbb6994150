import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'
import { mergeSettings } from './merge'

type Form<V extends FieldValues> = Pick<UseFormReturn<V>, 'getValues' | 'reset' | 'setValue'>

/** Marks what the form holds as saved, so that leaving does not ask. */
export const markSaved = <V extends FieldValues>(form: Pick<Form<V>, 'getValues' | 'reset'>): void =>
  form.reset(form.getValues())

interface Saving<V> {
  /** What the form held when it was sent. */
  sent: V
  /** What it holds now that it is saved. */
  saved: V
}

/** Puts what was saved into the form. Keeps what was typed while it was sent, as unsaved. */
export function showSaved<V extends FieldValues>(form: Form<V>, { sent, saved }: Saving<V>): void {
  const yours = structuredClone(form.getValues())
  const { typed } = mergeSettings({ before: sent, theirs: saved, yours })
  form.reset(saved)
  for (const path of typed as FieldPath<V>[]) form.setValue(path, get(yours, path), { shouldDirty: true })
}

/** Whether the form holds what was sent. */
export const isStill = <V extends FieldValues>(form: Pick<Form<V>, 'getValues'>, sent: V): boolean =>
  JSON.stringify(form.getValues()) === JSON.stringify(sent)
