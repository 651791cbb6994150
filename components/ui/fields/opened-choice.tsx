'use client'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { choiceButtonClass, type Option } from './choice-shell'
import { cx } from '../cx'
import { FieldHelp, fieldClass, FieldLabel, type FieldProps } from './field'
import { focusAtOnce, Popover, useOpenedAtFirst } from '../overlays/popover'

export interface ChoiceProps<Id extends string, Item extends Option<Id>> extends Partial<FieldProps> {
  items: readonly Item[]
  value: Id | null
  onChange: (value: Id) => void
  onBlur?: () => void
  placeholder?: string
  isDisabled?: boolean
  isRequired?: boolean
  name?: string
}

interface OpenedChoiceProps<Id extends string, Item extends Option<Id>> extends ChoiceProps<Id, Item> {
  isBare?: boolean
  /** Renders the chosen item on the button. */
  renderChosen: (item: Item) => ReactNode
  valueClass: string
  popoverClass: string
  /** The list. */
  children: ReactNode
}

/** A choice that replaces its shell when it is opened: a button, and a list in a popover. */
export function OpenedChoice<Id extends string, Item extends Option<Id>>(props: OpenedChoiceProps<Id, Item>) {
  const { label, labelNote, hint, error, className, items, value, onChange, isBare, ...more } = props
  const { renderChosen, valueClass, popoverClass, children, ...rest } = more
  const item = items.find(({ id }) => id === value)
  return (
    <AriaSelect<Item>
      {...rest}
      {...useOpenedAtFirst()}
      value={value}
      onChange={(key) => {
        const next = items.find(({ id }) => id === key)
        if (next) onChange(next.id)
      }}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, 'group', className)}
    >
      {label && <FieldLabel note={labelNote}>{label}</FieldLabel>}
      <Button ref={focusAtOnce} className={choiceButtonClass(isBare)}>
        <SelectValue className={cx('min-w-0 flex-1 truncate data-placeholder:text-faint', valueClass)}>
          {({ defaultChildren }) => (item ? renderChosen(item) : defaultChildren)}
        </SelectValue>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Button>
      <FieldHelp hint={hint} error={error} />
      <Popover className={popoverClass}>{children}</Popover>
    </AriaSelect>
  )
}
