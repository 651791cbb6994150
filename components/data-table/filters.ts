import type { ReactNode } from 'react'

export interface FilterOption {
  value: string
  label: string
  note?: string
}

export interface ListFilter {
  id: string
  label: string
  /** A function where there are many options: it fetches them when the menu opens. */
  options: readonly FilterOption[] | (() => Promise<readonly FilterOption[]>)
  isMany?: boolean
  /** Seldom used: shares one chip with other rare filters until it has a value. */
  isRare?: boolean
  selected: readonly string[]
  onChange: (selected: readonly string[]) => void
  /** The dialog for values that the menu does not offer. */
  dialog?: (onClose: () => void) => ReactNode
}

/** Returns the chosen labels. A value whose label has not been fetched appears as it is. */
export function chosenText({ options, selected }: ListFilter): string {
  const known = typeof options === 'function' ? [] : options
  return selected.map((value) => known.find((option) => option.value === value)?.label ?? value).join(', ')
}
