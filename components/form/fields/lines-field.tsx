'use client'
import { type FieldValues, get, useFormState } from 'react-hook-form'
import { TextArea, type TextAreaProps } from '@/components/ui/fields/text-field'
import { type BoundProps, useFormField } from './use-form-field'

type Own = 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'defaultValue'
type FormLinesProps<V extends FieldValues, O> = BoundProps<V, O> & Omit<TextAreaProps, Own>

/** A list of short texts, one per line. The form holds the raw lines; {@link filledLines} makes the list. */
export function FormLines<V extends FieldValues, O>({ control, name, ...props }: FormLinesProps<V, O>) {
  const { value, change, error, bound } = useFormField({ control, name }, props.label)
  const { errors } = useFormState({ control })
  const lines = Array.isArray(value) ? value.map(String) : []
  return (
    <TextArea
      {...props}
      {...bound}
      value={lines.join('\n')}
      onChange={(text) => change(text === '' ? [] : text.split('\n'))}
      error={error ?? entryError(filledLines(lines), get(errors, name))}
    />
  )
}

/** Trims the lines and drops empty ones. */
export const filledLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** Returns the error of a list's first invalid entry, with that entry. */
export function entryError(entries: readonly string[], errors: unknown): string | undefined {
  if (!Array.isArray(errors)) return undefined
  const at = errors.findIndex((error) => error !== undefined && error !== null)
  const { message } = (errors[at] ?? {}) as { message?: string }
  return message === undefined ? undefined : `${entries[at] ?? at + 1}: ${message}`
}
