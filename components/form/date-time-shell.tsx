'use client'
import { CalendarDays } from 'lucide-react'
import { useId } from 'react'
import { useLocale } from 'use-intl'
import { formatDateTime, formatOffset } from '@/lib/format/dates'
import { cx } from '../ui/cx'
import { fieldClass, fieldTextClass, type FieldProps } from '../ui/field'

interface DateTimeShellProps extends FieldProps {
  name: string
  /** ISO 8601. */
  at: string
  timeZone: string
  /** The pointer or the focus has come near: a moment to load what `onOpen` needs. */
  onNear: () => void
  onOpen: () => void
}

/** A date nobody has come to change: the look and name of the real field, none of its code. */
export function DateTimeShell(props: DateTimeShellProps) {
  const { name, label, labelNote, hint, error, className, at, timeZone, onNear, onOpen } = props
  const id = useId()
  const locale = useLocale()
  const date = new Date(at)
  const isDate = !Number.isNaN(date.valueOf())
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div data-field={name} data-invalid={error ? '' : undefined} className={cx(fieldClass, className)}>
      <span id={`${id}-label`} className={fieldTextClass.label}>
        {label}
        {labelNote && <span className={fieldTextClass.note}>{labelNote}</span>}
      </span>
      <button
        type="button"
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={described || undefined}
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
      {hint && (
        <span id={`${id}-hint`} className={fieldTextClass.hint}>
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={fieldTextClass.error}>
          {error}
        </span>
      )}
    </div>
  )
}
