'use client'
import { useState } from 'react'
import { ChoiceShell } from './choice-shell'
import { ChosenOption } from './option'
import type { SelectList, SelectProps } from './select-list'

type List = typeof SelectList
const loadList = () => import('./select-list')

/** A choice from a short list. The list's code loads on the first intent to open it. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const [List, setList] = useState<List | null>(null)
  if (List) return <List {...props} />
  const chosen = props.items.find((item) => item.id === props.value)
  return (
    <ChoiceShell
      {...props}
      chosen={chosen && <ChosenOption item={chosen} />}
      onNear={() => void loadList()}
      onOpen={() => void loadList().then((module) => setList(() => module.SelectList))}
    />
  )
}
