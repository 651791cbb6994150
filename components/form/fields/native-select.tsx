'use client'
import type { FieldValues } from 'react-hook-form'
import { NativeSelect, type NativeSelectProps } from '../../ui/fields/native-select'
import { type BoundProps, useFormField } from './use-form-field'

type Own = 'value' | 'onChange' | 'onBlur' | 'name' | 'error'
type FormNativeSelectProps<V extends FieldValues, O> = BoundProps<V, O> & Omit<NativeSelectProps, Own>

/** In a separate file, so that a payer's page does not load the other choice fields. */
export function FormNativeSelect<V extends FieldValues, O>(props: FormNativeSelectProps<V, O>) {
  const { control, name, ...rest } = props
  const { text, change, error, bound } = useFormField({ control, name }, rest.label)
  return <NativeSelect {...rest} {...bound} value={text} onChange={change} error={error} />
}
