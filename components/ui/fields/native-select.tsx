'use client'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../cx'
import { fieldTextClass, type FieldProps } from './field'
import { describedBy, PlainField, PlainLabel } from './plain-field'

export interface NativeSelectProps extends FieldProps {
  items: readonly { id: string; label: string }[]
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The text of the empty choice. */
  placeholder: string
  autoComplete?: string
  isDisabled?: boolean
  name?: string
  'data-field'?: string
}

/**
 * The browser's own select, for pages that strangers open once. Autofill knows it, phones show their own list, and it
 * works in every language and direction. Back-office forms use <Select> or <ComboBox>, except for the time zones.
 */
export function NativeSelect(props: NativeSelectProps) {
  const { label, labelNote, hint, error, className, items, value, onChange, placeholder, isDisabled } = props
  const id = useId()
  return (
    <PlainField id={id} hint={hint} error={error} className={className} data-field={props['data-field']}>
      <label htmlFor={id} className={fieldTextClass.label}>
        <PlainLabel label={label} labelNote={labelNote} />
      </label>
      <div className="relative">
        <select
          id={id}
          name={props.name}
          value={value}
          disabled={isDisabled}
          autoComplete={props.autoComplete}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
          className={cx(
            'field-box w-full min-w-0 appearance-none py-1.5 ps-2.5 pe-8 focus-visible:field-box-focus disabled:bg-sunken',
            error && 'border-danger',
          )}
        >
          <option value="">{placeholder}</option>
          {items.map((item) => (
            <option key={item.id} value={item.id}>
              {item.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={14}
          className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-muted"
        />
      </div>
    </PlainField>
  )
}
