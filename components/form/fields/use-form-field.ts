'use client'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { afterPress } from '../submitting/after-press'
import { useFieldLabel } from '@/components/form/field-reasons'
import { type NameOf, useValueNames } from '../value-names'

export interface BoundProps<V extends FieldValues, Output> {
  control: Control<V, unknown, Output>
  name: FieldPath<V>
}

export function useFormField<V extends FieldValues, Output>(
  { control, name }: BoundProps<V, Output>,
  label: unknown,
  nameOf?: NameOf,
) {
  const { field, fieldState } = useController({ control, name })
  useFieldLabel(name, label)
  useValueNames(control, name, nameOf)
  const value: unknown = field.value
  // An untouched, empty field shows no error on blur; a submit reports it as missing.
  const isUntouchedEmpty = !fieldState.isDirty && (value === '' || value === undefined)
  return {
    value,
    text: typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    change: (next: unknown) => field.onChange(next),
    error: fieldState.error?.message,
    /** Props for every bound field: how the summary finds it, and when it is validated. */
    bound: {
      'data-field': name,
      name,
      onBlur: () => (isUntouchedEmpty ? undefined : afterPress(field.onBlur)),
    },
  }
}
