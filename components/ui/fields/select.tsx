'use client'
import { useState } from 'react'
import { ChoiceShell, ChosenOption } from './choice-shell'
import type { ComboBoxProps } from './combo-box-list'
import type { SelectProps } from './select-list'

/** Loads the list of a choice on the first intent to open it. */
function useLateList<List>(load: () => Promise<List>) {
  const [loaded, setLoaded] = useState<{ List: List } | null>(null)
  const open = () => void load().then((List) => setLoaded({ List }))
  return { List: loaded?.List, shell: { onNear: () => void load(), onOpen: open } }
}

const loadSelect = () => import('./select-list').then((module) => module.SelectList)

/** A choice from a short list. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { List, shell } = useLateList(loadSelect)
  if (List) return <List {...props} />
  const chosen = props.items.find((item) => item.id === props.value)
  return <ChoiceShell {...props} {...shell} chosen={chosen && <ChosenOption item={chosen} />} />
}

const loadComboBox = () => import('./combo-box-list').then((module) => module.ComboBoxList)

/** A searchable choice from a long list. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const { List, shell } = useLateList(loadComboBox)
  if (List) return <List {...props} />
  const chosen = props.items.find((item) => item.id === props.value)
  return <ChoiceShell {...props} {...shell} chosen={chosen?.label} />
}
