'use client'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Kbd } from '../ui/kbd'
import { useShortcut } from '../ui/use-shortcut'
import { useWayBack } from '../ui/use-way-back'
import { pickLimit, type Selection } from './use-selection'

/** Leads to the bar. */
const barKey = 'b'

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

/**
 * How many are selected, and what can be done with them. On a phone in two lines, of which the second has the pages too.
 * B leads here from any row, Escape back to it.
 */
export function SelectionBar<Row extends object>(props: SelectionBarProps<Row>) {
  const { selection, total, isTotalExact, isAlike, children } = props
  const t = useTranslations('table')
  const count = selection.count(total)
  const isAbout = selection.isAll && !isTotalExact
  const { root: bar, rootProps, leave } = useWayBack<HTMLDivElement>()
  const actions = useRef<HTMLSpanElement>(null)
  const mayTakeAll = !selection.isAll && !isAlike && total > count
  // Not to “all that match”: Enter here is meant for the selected rows.
  const toActions = () => (firstControl(actions.current) ?? firstControl(bar.current))?.focus()
  useFocusHandedOn(bar)
  useShortcut({ key: barKey }, toActions)

  function takeAll() {
    selection.selectAll()
    // Its button goes with it.
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
        // Menus and dialogs that were opened from here are elsewhere in the document, and close by themselves.
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
          className="max-md:ml-auto"
        />
      </span>
      <span ref={actions} className="contents">
        {children}
      </span>
      {selection.rows.length >= pickLimit && <span>{t('pickLimit', { limit: pickLimit })}</span>}
    </div>
  )
}

/** The first that is shown: some of a bar's are only on wide screens, or only on narrow ones. */
function firstControl(root: HTMLElement | null): HTMLElement | undefined {
  return [...(root?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])].find(
    ({ offsetParent }) => offsetParent !== null,
  )
}

/** The bar goes with the selection; the focus it had then goes to the list, and not to the top of the page. */
function useFocusHandedOn(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const here = bar.current
    const list = here?.closest<HTMLElement>('[data-list]')
    return () => {
      if (here?.contains(document.activeElement))
        requestAnimationFrame(() => list?.focus({ preventScroll: true }))
    }
  }, [bar])
}
