'use client'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OpenedMenuProps } from '../ui/lazy-menu'
import { Menu, MenuItem, MenuSection } from '../ui/menu'
import type { FilterOption, ListFilter } from './filters'

interface FilterMenuProps extends OpenedMenuProps {
  label: string
  filters: readonly ListFilter[]
}

/** The choices of one filter, or of all of them one under another. Loaded on intent. */
export default function FilterMenu({ label, filters, opened }: FilterMenuProps) {
  return (
    <Menu aria-label={label} placement="bottom start" opened={opened}>
      {filters.map((filter) => (
        <Choices key={filter.id} filter={filter} hasTitle={filters.length > 1} />
      ))}
    </Menu>
  )
}

function Choices({ filter, hasTitle }: { filter: ListFilter; hasTitle: boolean }) {
  const options = useOptions(filter.options)
  return (
    <MenuSection
      title={hasTitle ? filter.label : undefined}
      aria-label={hasTitle ? undefined : filter.label}
      selectionMode={filter.isMany ? 'multiple' : 'single'}
      selectedKeys={filter.selected}
      onSelectionChange={(keys) => {
        if (keys === 'all') return
        // In the order of the choices, so that the same choice is the same address.
        filter.onChange(options.map(({ value }) => value).filter((value) => keys.has(value)))
      }}
    >
      {options.map(({ value, label, note }) => (
        <MenuItem
          key={value}
          id={value}
          textValue={note ? `${label} ${note}` : label}
          end={filter.selected.includes(value) ? <Check aria-hidden size={15} /> : note}
        >
          {label}
        </MenuItem>
      ))}
    </MenuSection>
  )
}

function useOptions(options: ListFilter['options']): readonly FilterOption[] {
  const [fetched, setFetched] = useState<readonly FilterOption[]>([])
  const isLate = typeof options === 'function'
  useEffect(() => {
    if (isLate) void options().then(setFetched)
  }, [isLate, options])
  return isLate ? fetched : options
}
