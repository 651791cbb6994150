export interface FilterOption {
  value: string
  label: string
  /** Beside the label, quieter. */
  note?: string
}

/** One way to narrow a list: a chip above it. */
export interface ListFilter {
  id: string
  label: string
  /** A function where there are many: they are fetched when the menu is opened. */
  options: readonly FilterOption[] | (() => Promise<readonly FilterOption[]>)
  /** Several may hold at once; else choosing another lets go of the one before. */
  isMany?: boolean
  /** Seldom wanted: among the others behind one chip, until something is chosen. */
  isRare?: boolean
  selected: readonly string[]
  onChange: (selected: readonly string[]) => void
}

/** What is chosen, in words; a value whose word has not been fetched is said as it is. */
export function chosenText({ options, selected }: ListFilter): string {
  const known = typeof options === 'function' ? [] : options
  return selected.map((value) => known.find((option) => option.value === value)?.label ?? value).join(', ')
}
