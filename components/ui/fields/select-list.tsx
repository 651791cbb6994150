'use client'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import type { FieldProps } from './field'
import { itemClass, listClass } from '../overlays/popover'
import { type ChoiceProps, OpenedChoice } from './opened-choice'
import { ChosenOption, OptionContent, type Option } from './choice-shell'

export type SelectProps<Id extends string> = ChoiceProps<Id, Option<Id>> & FieldProps

/** Replaces <Select> when it is opened. */
export const SelectList = <Id extends string>(props: SelectProps<Id>) => (
  <OpenedChoice
    {...props}
    renderChosen={(item) => <ChosenOption item={item} />}
    valueClass="flex items-center gap-2"
    popoverClass="min-w-(--trigger-width)"
  >
    <ListBox items={props.items} className={listClass}>
      {(item) => (
        <ListBoxItem id={item.id} textValue={item.label} isDisabled={item.isDisabled} className={itemClass}>
          <OptionContent item={item} />
        </ListBoxItem>
      )}
    </ListBox>
  </OpenedChoice>
)
