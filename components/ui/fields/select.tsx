'use client'
import { useState } from 'react'
import { useLateOpening } from '../dynamic'
import { ChoiceShell, ChosenOption } from './choice-shell'
import type { ComboBoxProps } from './combo-box-list'
import type { SelectProps } from './select-list'

/** Loads the code of a list when someone is about to open it. */
function useLateList<List>(load: () => Promise<List>) {
  const [loaded, setLoaded] = useState<{ List: List } | null>(null)
  const { near, open, notice } = useLateOpening(load, (List) => setLoaded({ List }))
  return { List: loaded?.List, shell: { onNear: near, onOpen: open }, notice }
}

const loadSelect = () => import('./select-list').then((module) => module.SelectList)

/** A choice from a short list. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { List, shell, notice } = useLateList(loadSelect)
  if (List) return <List {...props} />
  const chosen = props.items.find((item) => item.id === props.value)
  return (
    <>
      <ChoiceShell {...props} {...shell} chosen={chosen && <ChosenOption item={chosen} />} />
      {notice}
    </>
  )
}

const loadComboBox = () => import('./combo-box-list').then((module) => module.ComboBoxList)

/** A searchable choice from a long list. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const { List, shell, notice } = useLateList(loadComboBox)
  if (List) return <List {...props} />
  const chosen = props.items.find((item) => item.id === props.value)
  return (
    <>
      <ChoiceShell {...props} {...shell} chosen={chosen?.label} />
      {notice}
    </>
  )
}
