'use client'
import dynamic from 'next/dynamic'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useViewerTimeZone } from '../time/clock'
import { ComboBox, type ComboBoxProps } from '../ui/combo-box'
import type { DateTimeFieldProps } from '../ui/date-time-field'
import { Select, type SelectProps } from '../ui/select'
import { Skeleton } from '../ui/skeleton'
import { type BoundProps, useFormField } from './use-form-field'

// Dates weigh much: the field comes when a form first shows one, in a box of its height.
const DateTimeField = dynamic(() => import('../ui/date-time-field').then((module) => module.DateTimeField), {
  loading: () => <Skeleton className="mt-[23px] h-8 w-full" />,
})

type Own = 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'defaultValue'
type Bound<V extends FieldValues, Output, Props> = BoundProps<V, Output> & Omit<Props, Own>

export function FormSelect<V extends FieldValues, O, Id extends string>(props: Bound<V, O, SelectProps<Id>>) {
  const { control, name, ...rest } = props
  const { value, change, error, bound } = useFormField({ control, name }, rest.label)
  const chosen = rest.items.find((item) => item.id === value)?.id ?? null
  return <Select<Id> {...rest} {...bound} value={chosen} onChange={change} error={error} />
}

type FormComboBoxProps<V extends FieldValues, O, Id extends string> = Bound<
  V,
  O,
  Omit<ComboBoxProps<Id>, 'emptyText' | 'searchLabel'>
>

export function FormComboBox<V extends FieldValues, O, Id extends string>(
  props: FormComboBoxProps<V, O, Id>,
) {
  const { control, name, ...rest } = props
  const t = useTranslations('form')
  const { value, change, error, bound } = useFormField({ control, name }, rest.label ?? rest['aria-label'])
  const chosen = rest.items.find((item) => item.id === value)?.id ?? null
  return (
    <ComboBox<Id>
      {...rest}
      {...bound}
      searchLabel={t('findInList')}
      emptyText={t('noMatch')}
      value={chosen}
      onChange={change}
      error={error}
    />
  )
}

type FormDateTimeProps<V extends FieldValues, O> = Bound<
  V,
  O,
  Omit<DateTimeFieldProps, 'timeZone' | 'clearLabel'>
>

/** A moment in the viewer's zone; the form holds ISO 8601 with the offset. */
export function FormDateTime<V extends FieldValues, O>({ control, name, ...props }: FormDateTimeProps<V, O>) {
  const t = useTranslations('common')
  const timeZone = useViewerTimeZone()
  const { value, change, error, bound } = useFormField({ control, name }, props.label)
  return (
    <DateTimeField
      {...props}
      {...bound}
      timeZone={timeZone}
      clearLabel={t('clear')}
      value={typeof value === 'string' ? value : null}
      onChange={(next) => change(next ?? undefined)}
      error={error}
    />
  )
}
