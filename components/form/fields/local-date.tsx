'use client'
import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isHalfTyped } from '@/components/ui/fields/half-typed'
import { TextField, type TextFieldProps } from '@/components/ui/fields/text-field'
import { useDrop, useUnfinished } from '../field-registry'
import { afterPress, type BoundProps, useFormField } from './use-form-field'

type LocalDateProps<V extends FieldValues, O> = BoundProps<V, O> &
  Pick<TextFieldProps, 'label' | 'hint' | 'autoFocus' | 'autoComplete'> & {
    type: 'date' | 'datetime-local'
  }

/**
 * The browser's own field for a day, or for a time without a zone. One that lacks a part has the value of an empty one,
 * so the form would be sent without it.
 */
export function FormLocalDate<V extends FieldValues, O>({ control, name, ...props }: LocalDateProps<V, O>) {
  const t = useTranslations('form')
  const input = useRef<HTMLInputElement>(null)
  const { text, change, error, bound } = useFormField({ control, name }, props.label)
  useUnfinished(control, name, () => {
    if (!isHalfTyped(input.current)) return undefined
    return t(props.type === 'date' ? 'incompleteDay' : 'incompleteDate')
  })
  useDrop(control, name, () => {
    if (input.current && isHalfTyped(input.current)) input.current.value = ''
  })
  return (
    <TextField
      {...props}
      {...bound}
      inputRef={input}
      value={text}
      onChange={change}
      // Emptied, it has the same value as before, but its error may be gone: validate again.
      onBlur={() => (error && !isHalfTyped(input.current) ? afterPress(() => change(text)) : bound.onBlur())}
      error={error}
    />
  )
}
