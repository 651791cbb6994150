'use client'
import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { choiceButtonClass } from './choice-shell'
import { cx } from '../cx'
import { FieldHelp, fieldClass, FieldLabel, type FieldProps } from './field'
import { itemClass, listClass } from './list-class'
import { ChosenOption, OptionContent, type Option } from './option'
import { focusAtOnce, Popover, useOpenedAtFirst } from '../overlays/popover'

export interface SelectProps<Id extends string> extends FieldProps {
  items: readonly Option<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  onBlur?: () => void
  placeholder?: string
  isDisabled?: boolean
  isRequired?: boolean
  name?: string
}

/** Replaces <Select> when it is opened. */
export function SelectList<Id extends string>(props: SelectProps<Id>) {
  const { label, labelNote, hint, error, className, items, value, onChange, ...rest } = props
  const chosen = items.find((item) => item.id === value)
  return (
    <AriaSelect<Option<Id>>
      {...rest}
      {...useOpenedAtFirst()}
      value={value}
      onChange={(key) => {
        const next = items.find((item) => item.id === key)
        if (next) onChange(next.id)
      }}
      isInvalid={!!error}
      validationBehavior="aria"
      className={cx(fieldClass, 'group', className)}
    >
      <FieldLabel note={labelNote}>{label}</FieldLabel>
      <Button ref={focusAtOnce} className={choiceButtonClass(false)}>
        <SelectValue className="flex min-w-0 flex-1 items-center gap-2 truncate data-placeholder:text-faint">
          {({ defaultChildren }) => (chosen ? <ChosenOption item={chosen} /> : defaultChildren)}
        </SelectValue>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </Button>
      <FieldHelp hint={hint} error={error} />
      <Popover className="min-w-(--trigger-width)">
        <ListBox items={items} className={listClass}>
          {(item) => (
            <ListBoxItem
              id={item.id}
              textValue={item.label}
              isDisabled={item.isDisabled}
              className={itemClass}
            >
              <OptionContent item={item} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
