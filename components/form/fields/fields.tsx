'use client'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Checkbox, CheckboxGroup, type CheckboxGroupProps } from '../../ui/fields/checkbox'
import { Switch, type SwitchProps } from '../../ui/fields/switch'
import {
  NumberField,
  type NumberFieldProps,
  TextArea,
  type TextAreaProps,
  TextField,
  type TextFieldProps,
} from '../../ui/fields/text-field'
import { useFieldReason } from '../field-registry'
import { type BoundProps, useFormField } from './use-form-field'

type Own = 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'defaultValue'
type Bound<V extends FieldValues, Output, Props> = BoundProps<V, Output> & Omit<Props, Own>

export function FormTextField<V extends FieldValues, O>({
  control,
  name,
  ...props
}: Bound<V, O, TextFieldProps>) {
  const { text, change, error, bound } = useFormField({ control, name }, props.label)
  return <TextField {...props} {...bound} value={text} onChange={change} error={error} />
}

export function FormTextArea<V extends FieldValues, O>({
  control,
  name,
  ...props
}: Bound<V, O, TextAreaProps>) {
  const { text, change, error, bound } = useFormField({ control, name }, props.label)
  return <TextArea {...props} {...bound} value={text} onChange={change} error={error} />
}

export function FormNumberField<V extends FieldValues, O>({
  control,
  name,
  ...props
}: Bound<V, O, NumberFieldProps>) {
  const { text, change, error, bound } = useFormField({ control, name }, props.label)
  return <NumberField {...props} {...bound} value={text} onChange={change} error={error} />
}

export function FormSwitch<V extends FieldValues, O>({ control, name, ...props }: Bound<V, O, SwitchProps>) {
  const { value, change, error, bound } = useFormField({ control, name }, props.children)
  return <Switch {...props} {...bound} isSelected={value === true} onChange={change} error={error} />
}

type FormCheckboxGroupProps<V extends FieldValues, O> = Bound<V, O, Omit<CheckboxGroupProps, 'children'>> & {
  items: readonly { id: string; label: ReactNode }[]
}

/** Several of a few options. The form holds their IDs, in the order offered. */
export function FormCheckboxGroup<V extends FieldValues, O>(props: FormCheckboxGroupProps<V, O>) {
  const { control, name, items, ...rest } = props
  const { value, change, error, bound } = useFormField({ control, name }, rest.label, (chosenIds) =>
    items.filter(({ id }) => Array.isArray(chosenIds) && chosenIds.includes(id)).map(({ label }) => label),
  )
  const words = useTranslations('form')
  useFieldReason(control, name, (given) =>
    Array.isArray(given) && given.length === 0 ? words('noneChosen') : undefined,
  )
  const chosen = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
  return (
    <CheckboxGroup
      {...rest}
      {...bound}
      value={chosen}
      onChange={(next) => change(items.map((item) => item.id).filter((id) => next.includes(id)))}
      error={error}
    >
      {items.map((item) => (
        <Checkbox key={item.id} value={item.id}>
          {item.label}
        </Checkbox>
      ))}
    </CheckboxGroup>
  )
}

/** Converts digits to a number for the schema; returns other input as typed. */
export const wholeNumber = (typed: unknown): unknown =>
  typeof typed === 'string' && /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed
