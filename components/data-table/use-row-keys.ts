'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { useIsArrival } from '../frame/use-focus-on-arrival'
import { useShortcut } from '../ui/use-shortcut'

/**
 * X selects the row that has the focus. J and K move the focus from row to row, as the arrows do from a row on; Enter
 * then opens, because what has the focus is the row's own link. Rows are found by `[data-row-link]`, so that the same
 * keys serve the table and its cards on a phone. Back on the list they go on from the row that led away from it.
 */
export function useRowKeys<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  useReturnToRow(root)
  useShortcut({ key: 'j' }, () => move(root.current, 1))
  useShortcut({ key: 'k' }, () => move(root.current, -1))
  useEffect(() => {
    const list = root.current
    const onKey = (event: KeyboardEvent) => {
      const step = arrows[event.key]
      if (!step || event.defaultPrevented || !isRowLink(event.target)) return
      event.preventDefault()
      move(list, step)
    }
    list?.addEventListener('keydown', onKey)
    // Before the row's link leads away.
    list?.addEventListener('click', rememberRow, true)
    return () => {
      list?.removeEventListener('keydown', onKey)
      list?.removeEventListener('click', rememberRow, true)
    }
  }, [])
  useShortcut({ key: 'x' }, () => {
    const row = document.activeElement?.closest('[data-row]')
    if (row && root.current?.contains(row)) row.querySelector<HTMLElement>('[data-row-check]')?.click()
  })
  return root
}

/** After Back, focuses the row that was opened once it is rendered, unless a key was pressed before. */
function useReturnToRow(root: RefObject<HTMLElement | null>) {
  const isArrival = useIsArrival()
  useEffect(() => {
    const list = root.current
    const row = rememberedRow()
    if (!isArrival || !list || row === null) return
    const observer = new MutationObserver(look)
    const events = ['pointerdown', 'keydown'] as const
    function end() {
      observer.disconnect()
      for (const event of events) document.removeEventListener(event, end, true)
    }
    function look() {
      const link = linksIn(list).find((one) => addressOf(one) === row)
      if (!link) return
      end()
      focusRow(link)
    }
    observer.observe(list, { childList: true, subtree: true })
    for (const event of events) document.addEventListener(event, end, true)
    // After the router has put the page where it was scrolled to.
    const frame = requestAnimationFrame(look)
    return () => {
      cancelAnimationFrame(frame)
      end()
    }
  }, [isArrival, root])
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const isRowLink = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.dataset.rowLink !== undefined

/** From the search of a list into its rows. */
export const toFirstRow = (): void => focusRow(linksIn(document.getElementById('content'))[0])

function move(root: HTMLElement | null, step: 1 | -1): void {
  const links = linksIn(root)
  const row = document.activeElement?.closest('[data-row]')
  const at = links.findIndex(
    (link) => link === document.activeElement || (row && link.closest('[data-row]') === row),
  )
  const remembered = rememberedRow()
  const start = links.find((link) => addressOf(link) === remembered) ?? links.at(step === 1 ? 0 : -1)
  focusRow(at === -1 ? start : links[at + step])
}

/** In the entry of the history, so that only the way back finds it, and a new visit begins at the first row. */
function rememberRow({ target }: MouseEvent): void {
  const link = (target as Element).closest('[data-row]')?.querySelector('[data-row-link]')
  const address = link && addressOf(link)
  if (address) history.replaceState({ ...(history.state as object | null), row: address }, '')
}

/** The address of the row that led away from this entry of the history; null: none did. */
export function rememberedRow(): string | null {
  const { row } = (history.state ?? {}) as { row?: string }
  return row ?? null
}

const addressOf = (link: Element): string | null => link.getAttribute('href')

function linksIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])].filter(
    // The table and the cards are both in the document; only one of them is shown.
    (link) => link.offsetParent !== null,
  )
}

function focusRow(link: HTMLElement | undefined): void {
  link?.focus()
  link?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
}
