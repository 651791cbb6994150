'use client'
import { useContext } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { ReadOnlyForm, useFieldLabel, type NameOf, useValueNames } from '@/components/form/field-registry'

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
  const isReadOnly = useContext(ReadOnlyForm)
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
    /** Whether it differs from the form's saved value. */
    isDirty: fieldState.isDirty,
    /** Props for every bound field: how the summary finds it, when it is validated, and whether it can be changed. */
    bound: {
      ...(isReadOnly && { isReadOnly, isDisabled: true }),
      'data-field': name,
      name,
      onBlur: () => (isUntouchedEmpty ? undefined : afterPress(field.onBlur)),
    },
  }
}

let isPressed = false

/** The server has no document. */
if (typeof document !== 'undefined') {
  const track = (type: string, isDown: boolean) =>
    document.addEventListener(type, () => (isPressed = isDown), { capture: true, passive: true })
  track('pointerdown', true)
  track('pointerup', false)
  track('pointercancel', false)
}

/**
 * Runs `act` at once or, while a pointer is down, after its release. A message that appears between press and release
 * moves the page, so that the press would end on something else.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) return act()
  const later = () => setTimeout(act)
  document.addEventListener('pointerup', later, { once: true })
}
