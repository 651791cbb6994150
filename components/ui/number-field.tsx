'use client'
import { TextField, type TextFieldProps } from './text-field'

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>

/**
 * Digits as plain text with a numeric keyboard. Not React Aria's NumberField, which groups and parses by locale: what
 * is typed here goes to a gateway that knows digits only. The schema says what is wrong with other input.
 */
export function NumberField(props: NumberFieldProps) {
  return <TextField autoComplete="off" {...props} type="text" inputMode="numeric" />
}
