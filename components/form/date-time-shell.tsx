'use client'
import { CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { useLocale } from 'use-intl'
import { formatDateTime, formatOffset } from '@/lib/core/format/dates'
import { fieldTextClass, type FieldProps } from '../ui/field'
import { describedBy, PlainField, PlainLabel } from '../ui/plain-field'

interface DateTimeShellProps extends FieldProps {
  name: string
  /** ISO 8601. */
  at: string
  timeZone: string
  /** The pointer or the focus has come near: a moment to load what `onOpen` needs. */
  onNear: () => void
  onOpen: () => void
}

/** A date field before it is used: the look and name of the real one, without its code. */
export function DateTimeShell(props: DateTimeShellProps) {
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
          {isDate && <span className="ms-auto text-muted">{formatOffset(date, timeZone)}</span>}
        </span>
      </button>
    </PlainField>
  )
}
