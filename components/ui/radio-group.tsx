'use client'
import type { ReactNode } from 'react'
import {
  RadioButton,
  RadioField,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
} from 'react-aria-components/RadioGroup'
import { cx } from './cx'
import { FieldHelp, fieldClass, FieldLabel, type FieldProps } from './field'

export interface RadioOption<Id extends string = string> {
  id: Id
  label: ReactNode
  note?: ReactNode
  isDisabled?: boolean
}

export interface RadioGroupProps<Id extends string>
  extends
    Omit<AriaRadioGroupProps, 'className' | 'children' | 'isInvalid' | 'value' | 'onChange' | 'defaultValue'>,
    FieldProps {
  items: readonly RadioOption<Id>[]
  value?: Id | null
  defaultValue?: Id
  onChange?: (value: Id) => void
  /** `segmented`: two or three short choices side by side in one box. */
  look?: 'list' | 'segmented'
}

export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  const { label, labelNote, hint, error, className, items, onChange, look = 'list', ...rest } = props
  const segmented = look === 'segmented'
  return (
    <AriaRadioGroup
      {...rest}
      onChange={(value) => {
        const chosen = items.find((item) => item.id === value)
        if (chosen) onChange?.(chosen.id)
      }}
      orientation={segmented ? 'horizontal' : 'vertical'}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      <div
        className={
          segmented
            ? 'inline-flex w-fit gap-0.5 rounded-sm border border-border-strong bg-sunken p-px'
            : 'flex flex-col gap-1'
        }
      >
        {items.map((item) => (
          <RadioField key={item.id} value={item.id} isDisabled={item.isDisabled}>
            <RadioButton className={segmented ? segmentClass : radioClass}>
              {!segmented && <RadioMark />}
              <span>
                {item.label}
                {item.note && <span className="ml-1.5 text-muted">{item.note}</span>}
              </span>
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldHelp hint={hint} error={error} />
    </AriaRadioGroup>
  )
}

const radioClass = 'group flex min-h-6 items-start gap-2 text-md/5 data-disabled:text-faint'

const segmentClass =
  'flex min-h-6.5 cursor-default items-center rounded-xs border border-transparent px-2.5 text-sm font-medium text-muted ' +
  'outline-offset-2 outline-accent data-hovered:text-text data-focus-visible:outline-2 data-disabled:text-faint ' +
  'data-selected:border-border-strong data-selected:bg-surface data-selected:text-text data-selected:shadow-card'

function RadioMark() {
  return (
    <span
      aria-hidden
      className={cx(
        'mt-0.5 size-4 shrink-0 rounded-full border-[1.5px] border-control bg-surface',
        'outline-offset-2 outline-accent group-data-focus-visible:outline-2',
        'group-data-selected:border-[5px] group-data-selected:border-accent group-data-disabled:opacity-50',
      )}
    />
  )
}
