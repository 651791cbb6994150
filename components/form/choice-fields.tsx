'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useViewerTimeZone } from '../time/clock'
import { ComboBox } from '../ui/combo-box'
import type { ComboBoxProps } from '@/components/ui/combo-box-list'
import type { DateTimeFieldProps } from '../ui/date-time-field'
import { Select } from '../ui/select'
import type { SelectProps } from '@/components/ui/select-list'
import { Skeleton } from '../ui/skeleton'
import { DateTimeShell } from './date-time-shell'
import { type BoundProps, useFormField } from './use-form-field'

// Dates weigh much: the field comes when one is to be typed, in a box of its height.
const loadField = () => import('../ui/date-time-field').then((module) => module.DateTimeField)
const DateTimeField = dynamic(loadField, {
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

type FormOptionalSelectProps<V extends FieldValues, O, Id extends string> = Bound<V, O, SelectProps<Id>> & {
  /** In words: nothing is sent. */
  unset: string
}

/** One of a few, or nothing; the form holds an empty text then. */
export function FormOptionalSelect<V extends FieldValues, O, Id extends string>({
  control,
  name,
  unset,
  items,
  ...props
}: FormOptionalSelectProps<V, O, Id>) {
  const { value, change, error, bound } = useFormField({ control, name }, props.label)
  const chosen = items.find((item) => item.id === value)?.id ?? 'unset'
  return (
    <Select<Id | 'unset'>
      {...props}
      {...bound}
      items={[{ id: 'unset', label: unset }, ...items]}
      value={chosen}
      onChange={(id) => change(id === 'unset' ? '' : id)}
      error={error}
    />
  )
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
  Omit<DateTimeFieldProps, 'timeZone' | 'clearLabel'> & {
    /** Such as Europe/Berlin; the viewer's own unless told. */
    timeZone?: string
  }
>

/** A moment in a zone; the form holds ISO 8601 with the offset. */
export function FormDateTime<V extends FieldValues, O>({ control, name, ...props }: FormDateTimeProps<V, O>) {
  const t = useTranslations('common')
  const viewers = useViewerTimeZone()
  const { timeZone = viewers } = props
  const { value, change, error, bound } = useFormField({ control, name }, props.label)
  const at = typeof value === 'string' && value !== '' ? value : null
  // A date that is there is shown as text until somebody means to change it.
  const [isTyped, setIsTyped] = useState(at === null)
  const [isWanted, setIsWanted] = useState(false)
  if (!isTyped && at !== null)
    return (
      <DateTimeShell
        {...props}
        name={name}
        at={at}
        timeZone={timeZone}
        error={error}
        onNear={() => void loadField()}
        onOpen={() =>
          void loadField().then(() => {
            setIsWanted(true)
            setIsTyped(true)
          })
        }
      />
    )
  return (
    <DateTimeField
      autoFocus={isWanted}
      {...props}
      {...bound}
      timeZone={timeZone}
      clearLabel={t('clear')}
      value={at}
      onChange={(next) => change(next ?? undefined)}
      error={error}
    />
  )
}
