'use client'
import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { pickLimit, type Selection } from './use-selection'

interface SelectionBarProps<Row extends object> {
  selection: Selection<Row>
  /** How many match, and whether that is exact. */
  total: number
  isTotalExact: boolean
  /** The list is only like what was searched for: no "all that match". */
  isAlike: boolean
  /** What can be done with them. */
  children: ReactNode
}

/** How many are selected, and what can be done with them. On a phone in two lines, of which the second has the pages too. */
export function SelectionBar<Row extends object>(props: SelectionBarProps<Row>) {
  const { selection, total, isTotalExact, isAlike, children } = props
  const t = useTranslations('table')
  const count = selection.count(total)
  const isAbout = selection.isAll && !isTotalExact
  const bar = useFocusHandedOn()
  return (
    <div
      ref={bar}
      role="group"
      aria-label={t('bulk')}
      className="flex min-w-0 flex-wrap items-center gap-2 text-text max-md:contents"
    >
      <span className="flex items-center gap-2 max-md:w-full">
        <span role="status" className="font-medium text-text tabular-nums">
          {t(isAbout ? 'selectedAbout' : 'selected', { count })}
        </span>
        {!selection.isAll && !isAlike && total > count && (
          <Button size="sm" variant="ghost" onPress={selection.selectAll} className="text-accent underline">
            {t(isTotalExact ? 'selectAllMatching' : 'selectAllAbout', { total })}
          </Button>
        )}
        <IconButton
          size="sm"
          label={t('clearSelection')}
          icon={<X aria-hidden size={15} />}
          onPress={selection.clear}
          className="max-md:ml-auto"
        />
      </span>
      {children}
      {selection.rows.length >= pickLimit && <span>{t('pickLimit', { limit: pickLimit })}</span>}
    </div>
  )
}

/** The bar goes with the selection; the focus it had then goes to the list, and not to the top of the page. */
function useFocusHandedOn() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const here = bar.current
    const list = here?.closest<HTMLElement>('[data-list]')
    return () => {
      if (here?.contains(document.activeElement))
        requestAnimationFrame(() => list?.focus({ preventScroll: true }))
    }
  }, [])
  return bar
}
