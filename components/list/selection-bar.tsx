'use client'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { firstControl } from '../ui/first-control'
import { IconButton } from '../ui/icon-button'
import { Kbd } from '../ui/text/kbd'
import { useShortcut } from '../ui/press/use-shortcut'
import { useReturnFocus } from '../ui/overlays/use-return-focus'
import { pickLimit } from '../data-table/selection/use-selection'
import { useFocusHandedOn } from '../data-table/use-focus-handed-on'
import type { List } from './use-list'

/** The shortcut that moves the focus to the bar. */
const barKey = 'b'

interface SelectionBarProps<Row extends { id: string }> {
  list: List<Row>
  children: ReactNode
}

/**
 * The number of selected rows and their actions. On a phone it has two lines, the second shared with paging. B moves
 * the focus to the bar from any row, and Escape back.
 */
export function SelectionBar<Row extends { id: string }>({ list, children }: SelectionBarProps<Row>) {
  const { selection, total, isTotalExact, page } = list
  const t = useTranslations('table')
  const count = selection.count(total)
  const isAbout = selection.isAll && !isTotalExact
  const { root: bar, rootProps, leave } = useReturnFocus<HTMLDivElement>()
  const actions = useRef<HTMLSpanElement>(null)
  // Of rows that are only similar to the search there is no "all that match".
  const mayTakeAll = !selection.isAll && !page?.alike && total > count
  // Skips “all that match”: Enter should act on the selected rows.
  const toActions = () => (firstControl(actions.current) ?? firstControl(bar.current))?.focus()
  // The bar disappears with the selection.
  useFocusHandedOn(bar)
  useShortcut({ key: barKey }, toActions)

  function takeAll() {
    selection.selectAll()
    // The pressed button disappears.
    requestAnimationFrame(toActions)
  }
  function clear() {
    leave()
    selection.clear()
  }
  return (
    <div
      {...rootProps}
      role="group"
      aria-label={t('bulk')}
      aria-keyshortcuts={barKey.toUpperCase()}
      onKeyDown={(event) => {
        // Menus and dialogs opened from the bar are elsewhere in the document, and close on their own.
        if (event.key === 'Escape' && event.currentTarget.contains(event.target as Node)) leave()
      }}
      className="flex min-w-0 flex-wrap items-center gap-2 text-text max-md:contents"
    >
      <span className="flex items-center gap-2 max-md:w-full">
        <span role="status" className="font-medium text-text tabular-nums">
          {t(isAbout ? 'selectedAbout' : 'selected', { count })}
        </span>
        <Kbd className="max-md:hidden">{barKey.toUpperCase()}</Kbd>
        {mayTakeAll && (
          <Button size="sm" variant="ghost" onPress={takeAll} className="text-accent underline">
            {t(isTotalExact ? 'selectAllMatching' : 'selectAllAbout', { total })}
          </Button>
        )}
        <IconButton
          size="sm"
          label={t('clearSelection')}
          icon={<X aria-hidden size={15} />}
          onPress={clear}
          className="max-md:ms-auto"
        />
      </span>
      <span ref={actions} className="contents">
        {children}
      </span>
      {selection.rows.length >= pickLimit && <span>{t('pickLimit', { limit: pickLimit })}</span>}
    </div>
  )
}
