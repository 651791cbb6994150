'use client'
import type { ReactNode } from 'react'
import { ListFilter as FilterIcon, Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import { firstControl } from '../ui/first-control'
import { LazyMenu } from '../ui/overlays/lazy-menu'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

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

/** Returns the chosen labels. A value whose label has not been fetched appears unchanged. */
function chosenText({ options, selected }: ListFilter): string {
  const known = typeof options === 'function' ? [] : options
  return selected.map((value) => known.find((option) => option.value === value)?.label ?? value).join(', ')
}

const loadMenu = lazyWithMessages(() => import('./filter-menu'))

const chip =
  'inline-flex min-h-7 shrink-0 items-center rounded-full border text-sm font-medium whitespace-nowrap max-md:min-h-8'
const unset =
  'border-dashed border-border-strong text-muted hover:border-control hover:text-text print:hidden'
const part = 'inline-flex min-h-6.5 items-center gap-1 rounded-full max-md:min-h-7.5'

/** With more active filters than this, the inactive ones move into the menu, for lack of room. */
const maxActiveChips = 1
/** With more active filters than this, a wide screen shows the others in the menu: its one line has no room for them. */
const maxChipsInLine = 2

interface FilterBarProps {
  filters: readonly ListFilter[]
  onClear: () => void
  isNarrowed: boolean
}

/**
 * The chips above a list, one per filter. On a phone only the active ones, below a chip that opens all filters, beside
 * the list's tools.
 */
export function FilterBar({ filters, onClear, isNarrowed }: FilterBarProps) {
  const t = useTranslations('table')
  const isCrowded = filters.filter(isSet).length > maxActiveChips
  const isInMenu = (filter: ListFilter) => !isSet(filter) && (isCrowded || filter.isRare)
  const rare = filters.filter(isInMenu)
  const folded = filters.filter(isSet).slice(maxChipsInLine)
  return (
    <div
      role="group"
      aria-label={t('filters')}
      // One line on a wide screen, so that adding a filter does not push the rows down.
      className="flex flex-wrap items-center gap-1.5 max-md:contents xl:-my-1 xl:min-w-0 xl:flex-1 xl:flex-nowrap xl:overflow-x-auto xl:py-1 xl:[scrollbar-width:thin]"
    >
      <span className={cx(chip, unset, 'md:hidden')}>
        <LazyMenu load={loadMenu} menu={{ label: t('filters'), filters }} className={cx(part, 'px-3')}>
          <FilterIcon aria-hidden size={13} />
          {t('filters')}
        </LazyMenu>
      </span>
      {filters
        .filter((filter) => !isInMenu(filter))
        .map((filter) => (
          <Chip key={filter.id} filter={filter} isFolded={folded.includes(filter)} />
        ))}
      {rare.length + folded.length > 0 && (
        <span className={cx(chip, unset, 'max-md:hidden', rare.length === 0 && 'max-xl:hidden')}>
          <LazyMenu
            load={loadMenu}
            menu={{ label: t('moreFilters'), filters: [...folded, ...rare] }}
            className={cx(part, 'px-2.5')}
          >
            <Plus aria-hidden size={13} />
            {t('moreFilters')}
            {folded.length > 0 && (
              <span className="text-accent max-xl:hidden">
                {t('moreFiltersSet', { count: folded.length })}
              </span>
            )}
          </LazyMenu>
        </span>
      )}
      {isNarrowed && (
        <button
          type="button"
          onClick={({ currentTarget }) => clearWith(currentTarget, onClear)}
          // Stays in sight where the line is too long for the screen.
          className="min-h-6.5 shrink-0 rounded-sm bg-bg px-1.5 max-md:order-1 text-sm font-medium text-muted hover:text-text hover:underline xl:sticky xl:end-0 print:hidden"
        >
          {t('clearFilters')}
        </button>
      )}
    </div>
  )
}

/** Clears with a button that is gone then: the focus stays among the filters. */
function clearWith(button: HTMLElement, clear: () => void): void {
  const chipOrBar = button.parentElement
  const bar = button.closest<HTMLElement>('[role="group"]')
  clear()
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    // The chip may be in the menu now.
    const next = firstControl(chipOrBar) ?? firstControl(bar)
    next?.focus({ preventScroll: true })
  })
}

const isSet = ({ selected }: ListFilter): boolean => selected.length > 0

function Chip({ filter, isFolded }: { filter: ListFilter; isFolded: boolean }) {
  const t = useTranslations('table')
  const hasChoice = isSet(filter)
  return (
    <span
      className={cx(
        chip,
        'max-md:order-1',
        hasChoice ? 'border-border-strong bg-surface xl:min-w-28 xl:shrink' : cx(unset, 'max-md:hidden'),
        isFolded && 'xl:hidden',
      )}
    >
      <LazyMenu
        load={loadMenu}
        menu={{ label: filter.label, filters: [filter] }}
        className={cx(part, hasChoice ? 'min-w-0 overflow-hidden pe-1 ps-3' : 'px-2.5')}
      >
        {!hasChoice && <Plus aria-hidden size={13} />}
        {filter.label}
        {hasChoice && (
          <span className="max-w-48 truncate text-accent xl:max-w-32 xl:min-w-8">{chosenText(filter)}</span>
        )}
      </LazyMenu>
      {hasChoice && (
        <button
          type="button"
          aria-label={t('clearFilter', { filter: filter.label })}
          onClick={({ currentTarget }) => clearWith(currentTarget, () => filter.onChange([]))}
          className="me-0.5 grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-text"
        >
          <X aria-hidden size={13} />
        </button>
      )}
    </span>
  )
}
