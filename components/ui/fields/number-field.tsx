'use client'
import { TextField, type TextFieldProps } from './text-field'

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>

/**
 * A text field for digits, with a numeric keyboard. Not React Aria's NumberField, which groups and parses by locale:
 * the gateway takes plain digits only. The schema reports other input.
 */
export function NumberField(props: NumberFieldProps) {
  return <TextField autoComplete="off" {...props} type="text" inputMode="numeric" />
}
