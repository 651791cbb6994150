'use client'
import { useState } from 'react'
import { ChoiceShell } from './choice-shell'
import type { ComboBoxList, ComboBoxProps } from './combo-box-list'

type List = typeof ComboBoxList
const loadList = () => import('./combo-box-list')

/** A searchable choice from a long list. The list's code loads on the first intent to open it. */
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
