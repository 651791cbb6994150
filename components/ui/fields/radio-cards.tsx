'use client'
import { useId } from 'react'
import { cx } from '../cx'
import { fieldTextClass, type FieldProps } from './field'
import { describedBy, PlainField } from './plain-field'

interface RadioCardsProps<Id extends string> extends Omit<FieldProps, 'labelNote'> {
  items: readonly { id: Id; label: string; text: string }[]
  value: Id | null
  onChange: (value: Id) => void
  onBlur?: () => void
  isDisabled?: boolean
  name?: string
  'data-field'?: string
}

/** A choice among a few options that need a sentence each. */
export function RadioCards<Id extends string>(props: RadioCardsProps<Id>) {
  const { label, hint, error, className, items, value, onChange, onBlur, isDisabled } = props
  const id = useId()
  const group = props.name ?? id
  return (
    <PlainField id={id} hint={hint} error={error} className={className} data-field={props['data-field']}>
      <span id={`${id}-label`} className={fieldTextClass.label}>
        {label}
      </span>
      <div
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy(id, { hint, error })}
        className={cx('grid overflow-hidden rounded-sm border border-control', error && 'border-danger')}
      >
        {items.map((item) => (
          <label
            key={item.id}
            className="flex gap-2.5 border-b px-3 py-2.5 last:border-b-0 has-enabled:cursor-pointer has-checked:bg-accent-weak has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              aria-labelledby={`${id}-${item.id}`}
              aria-describedby={`${id}-${item.id}-text`}
              checked={item.id === value}
              disabled={isDisabled}
              onChange={() => onChange(item.id)}
              onBlur={onBlur}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0 text-md/5">
              <span id={`${id}-${item.id}`} className="block font-medium">
                {item.label}
              </span>
              <span id={`${id}-${item.id}-text`} className="block text-sm text-muted">
                {item.text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </PlainField>
  )
}
