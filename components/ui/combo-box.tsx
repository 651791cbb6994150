'use client'
import { useState } from 'react'
import { ChoiceShell } from './choice-shell'
import type { FieldProps } from './field'
import type { Option } from './option'
import type { ComboBoxList } from './combo-box-list'

export interface ComboBoxOption<Id extends string = string> extends Option<Id> {
  /** Said quietly after the label in the list, and found by the search: "Kuwaiti Dinar" after "KWD". */
  detail?: string
}

export interface ComboBoxProps<Id extends string> extends Partial<FieldProps> {
  items: readonly ComboBoxOption<Id>[]
  value: Id | null
  onChange: (value: Id) => void
  onBlur?: () => void
  placeholder?: string
  /** Of the search inside the list: its name and placeholder. */
  searchLabel: string
  /** What the list says when nothing matches. */
  emptyText: string
  /** Inside another field's box: no label, no edge; then `aria-label` is needed. */
  isBare?: boolean
  isDisabled?: boolean
  isRequired?: boolean
  name?: string
  'aria-label'?: string
}

type List = typeof ComboBoxList
const loadList = () => import('./combo-box-list')

/** Choose from a long list by typing. The list's code comes with the first intent to open it. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const [List, setList] = useState<List | null>(null)
  if (List) return <List {...props} />
  const chosen = props.items.find((item) => item.id === props.value)
  return (
    <ChoiceShell
      {...props}
      chosen={chosen?.label}
      onNear={() => void loadList()}
      onOpen={() => void loadList().then((module) => setList(() => module.ComboBoxList))}
    />
  )
}
