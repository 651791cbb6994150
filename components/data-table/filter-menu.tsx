'use client'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '../ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '../ui/overlays/menu'
import type { FilterOption, ListFilter } from './filter-bar'

interface FilterMenuProps extends OpenedMenuProps {
  label: string
  filters: readonly ListFilter[]
}

/** The options of one filter, or of several, one below the other. Loaded on intent. */
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
  const t = useTranslations('table')
  const { options, state } = useOptions(filter.options)
  // Several filters in one menu may share values, such as yes and no.
  const keyOf = (value: string) => `${filter.id} ${value}`
  return (
    <MenuSection
      title={hasTitle ? filter.label : undefined}
      aria-label={hasTitle ? undefined : filter.label}
      selectionMode={filter.isMany ? 'multiple' : 'single'}
      selectedKeys={filter.selected.map(keyOf)}
      onSelectionChange={(keys) => {
        if (keys === 'all') return
        // In the order of the options, so that the same choice gives the same address.
        filter.onChange(options.map(({ value }) => value).filter((value) => keys.has(keyOf(value))))
      }}
    >
      {options.map(({ value, label, note }) => (
        <MenuItem
          key={value}
          id={keyOf(value)}
          textValue={note ? `${label} ${note}` : label}
          end={filter.selected.includes(value) ? <Check aria-hidden size={15} /> : quiet(note)}
        >
          {label}
        </MenuItem>
      ))}
      {options.length === 0 && (
        <MenuItem id={keyOf('')} isDisabled>
          {t(emptyMessageKeys[state])}
        </MenuItem>
      )}
    </MenuSection>
  )
}

const quiet = (note: string | undefined) => note && <span className="text-muted">{note}</span>

const emptyMessageKeys = { loading: 'loading', failed: 'choicesFailed', ready: 'noChoices' } as const

interface Options {
  options: readonly FilterOption[]
  state: keyof typeof emptyMessageKeys
}

/** Keeps the previous options while fetching them again. */
function useOptions(given: ListFilter['options']): Options {
  const [fetched, setFetched] = useState<Options>({ options: [], state: 'loading' })
  useEffect(() => {
    if (typeof given !== 'function') return
    let isCurrent = true
    const put = (next: Options) => isCurrent && setFetched(next)
    given().then(
      (options) => put({ options, state: 'ready' }),
      () => put({ options: [], state: 'failed' }),
    )
    return () => void (isCurrent = false)
  }, [given])
  return typeof given === 'function' ? fetched : { options: given, state: 'ready' }
}
