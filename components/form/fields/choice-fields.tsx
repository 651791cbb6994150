'use client'
import { CalendarDays } from 'lucide-react'
import { dynamic, useLateOpening } from '@/components/ui/dynamic'
import { useRef, useState, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslations, useLocale } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import type { ComboBoxProps } from '@/components/ui/fields/combo-box-list'
import type { DateTimeFieldProps, Filled } from '@/components/ui/fields/date-time-field'
import { fieldTextClass, type FieldProps } from '@/components/ui/fields/field'
import { describedBy, PlainField, PlainLabel } from '@/components/ui/fields/plain-field'
import { ComboBox, Select } from '@/components/ui/fields/select'
import type { SelectProps } from '@/components/ui/fields/select-list'
import { Skeleton } from '@/components/ui/skeleton'
import { formatDateTime, formatOffset } from '@/lib/core/format/dates'
import { useDrop, useUnfinished } from '../field-registry'
import { type BoundProps, useFormField } from './use-form-field'

// Date code is large. The field loads when someone starts to type a date; the placeholder has its height.
const loadField = () =>
  import('@/components/ui/fields/date-time-field').then((module) => module.DateTimeField)
const DateTimeField = dynamic(loadField, {
  loading: () => <Skeleton className="mt-[23px] h-8 w-full" />,
})

type Own = 'value' | 'onChange' | 'onBlur' | 'name' | 'error' | 'defaultValue'
type Bound<V extends FieldValues, Output, Props> = BoundProps<V, Output> & Omit<Props, Own>

const labelIn = (items: readonly { id: string; label: unknown }[]) => (id: unknown) =>
  items.find((item) => item.id === id)?.label

export function FormSelect<V extends FieldValues, O, Id extends string>(props: Bound<V, O, SelectProps<Id>>) {
  const { control, name, ...rest } = props
  const { value, change, error, bound } = useFormField({ control, name }, rest.label, labelIn(rest.items))
  const chosen = rest.items.find((item) => item.id === value)?.id ?? null
  return <Select<Id> {...rest} {...bound} value={chosen} onChange={change} error={error} />
}

type FormOptionalSelectProps<V extends FieldValues, O, Id extends string> = Bound<V, O, SelectProps<Id>> & {
  /** The label of the empty choice, which sends nothing. */
  unset: string
}

/** One of a few options, or none; the form then holds an empty text. */
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
  const { value, change, error, bound } = useFormField(
    { control, name },
    rest.label ?? rest['aria-label'],
    labelIn(rest.items),
  )
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
  Omit<DateTimeFieldProps, 'timeZone' | 'clearLabel' | 'onFilled'> & {
    /** Such as Europe/Berlin; the viewer's own by default. */
    timeZone?: string
  }
>

/** A date and time in a zone; the form holds ISO 8601 with the offset. A date that lacks a part is an error. */
export function FormDateTime<V extends FieldValues, O>({ control, name, ...props }: FormDateTimeProps<V, O>) {
  const t = useTranslations('common')
  const words = useTranslations('form')
  const viewers = useViewerTimeZone()
  const { timeZone = viewers } = props
  const { value, change, error, bound } = useFormField({ control, name }, props.label)
  const at = typeof value === 'string' && value !== '' ? value : null
  const filled = useRef<Filled>('all')
  useUnfinished(control, name, () => (filled.current === 'some' ? words('incompleteDate') : undefined))
  // Another round mounts a new field: the old one would keep its parts.
  const [round, setRound] = useState(0)
  useDrop(control, name, () => {
    if (filled.current === 'some') setRound(round + 1)
  })
  function follow(next: Filled) {
    filled.current = next
    // The value is the same, but its error may be gone: validate again.
    if (error && next !== 'some') change(value)
  }
  // An existing date is shown as text until someone starts to change it.
  const [isTyped, setIsTyped] = useState(at === null)
  const [isWanted, setIsWanted] = useState(false)
  const { near, open, notice } = useLateOpening(loadField, () => {
    setIsWanted(true)
    setIsTyped(true)
  })
  if (!isTyped && at !== null)
    return (
      <>
        <DateTimeShell
          {...props}
          name={name}
          at={at}
          timeZone={timeZone}
          error={error}
          onNear={near}
          onOpen={open}
        />
        {notice}
      </>
    )
  return (
    <DateTimeField
      key={round}
      autoFocus={isWanted && round === 0}
      {...props}
      {...bound}
      timeZone={timeZone}
      clearLabel={t('clear')}
      value={at}
      onChange={(next) => {
        if (next !== null) filled.current = 'all'
        change(next ?? undefined)
      }}
      onFilled={follow}
      error={error}
    />
  )
}

interface DateTimeShellProps extends FieldProps {
  name: string
  /** ISO 8601. */
  at: string
  timeZone: string
  /** Called when the pointer or the focus comes near: preload what `onOpen` needs. */
  onNear: () => void
  onOpen: () => void
}

/** A date field before it is used: looks like the real one and has its name, without its code. */
function DateTimeShell(props: DateTimeShellProps) {
  const { name, label, labelNote, hint, error, className, at, timeZone, onNear, onOpen } = props
  const id = useId()
  const locale = useLocale()
  const date = new Date(at)
  const isDate = !Number.isNaN(date.valueOf())
  return (
    <PlainField id={id} hint={hint} error={error} className={className} data-field={name}>
      <span id={`${id}-label`} className={fieldTextClass.label}>
        <PlainLabel label={label} labelNote={labelNote} />
      </span>
      <button
        type="button"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={describedBy(id, { hint, error })}
        onPointerEnter={onNear}
        onFocus={onNear}
        onClick={onOpen}
        className="field-box flex min-h-8 w-full min-w-0 items-center gap-2 px-2 py-1 text-start focus-visible:field-box-focus"
      >
        <CalendarDays aria-hidden size={15} className="shrink-0 text-muted" />
        <span id={`${id}-value`} className="flex min-w-0 flex-1 gap-2 tabular-nums">
          <span className="truncate">{isDate ? formatDateTime(date, timeZone, locale) : at}</span>
          {isDate && (
            <bdi dir="ltr" className="ms-auto text-muted">
              {formatOffset(date, timeZone)}
            </bdi>
          )}
        </span>
      </button>
    </PlainField>
  )
}
