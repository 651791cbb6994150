'use client'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { afterPress } from './after-press'
import { useFieldLabel } from './field-labels'

export interface BoundProps<V extends FieldValues, Output> {
  control: Control<V, unknown, Output>
  name: FieldPath<V>
}

/** Ties a field of the design system to its name in the form. */
export function useFormField<V extends FieldValues, Output>(
  { control, name }: BoundProps<V, Output>,
  label: unknown,
) {
  const { field, fieldState } = useController({ control, name })
  useFieldLabel(name, label)
  const value: unknown = field.value
  // A field that was only passed by is not complained about; sending the form says that it is missing.
  const isUntold = !fieldState.isDirty && (value === '' || value === undefined)
  return {
    value,
    text: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    change: (next: unknown) => field.onChange(next),
    error: fieldState.error?.message,
    /** Onto every bound field: how it is found, and when it is checked. */
    bound: { 'data-field': name, name, onBlur: () => (isUntold ? undefined : afterPress(field.onBlur)) },
  }
}
