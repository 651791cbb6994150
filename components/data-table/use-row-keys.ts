'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { awaitedRow, endReturn, noteOpenedRow } from '../frame/navigation/last-visited'
import { useIsArrival } from '../frame/use-focus-on-arrival'
import { useShortcut } from '../ui/press/use-shortcut'

/**
 * Row shortcuts: X selects the focused row; J and K move the focus, as do the arrows from a row on; Enter opens,
 * because the focus is on the row's link. Rows are found by `[data-row-link]`, so that the keys work in the table and
 * in the phone's cards. After a return to the list they continue from the row that was opened.
 */
export function useRowKeys<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
  useReturnToRow(root)
  useFocusOfGoneRow(root)
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
    // Runs before the row's link navigates.
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

/**
 * After Back or the breadcrumb, focuses the row that was opened once it is rendered, unless a key or the pointer was
 * pressed first.
 */
function useReturnToRow(root: RefObject<HTMLElement | null>) {
  const isArrival = useIsArrival()
  useEffect(() => {
    const list = root.current
    const row = rememberedRow()
    if (row !== null && row === awaitedRow()) remember(row)
    endReturn()
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
    // Runs after the router has restored the scroll position.
    const frame = requestAnimationFrame(look)
    return () => {
      cancelAnimationFrame(frame)
      end()
    }
  }, [isArrival, root])
}

/** When the row that has the focus leaves the list, such as one that was archived, focuses the row that took its place. */
function useFocusOfGoneRow(root: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const list = root.current
    if (!list) return
    let row: Element | null = null
    let place = 0
    const note = ({ target }: Event) => {
      if (!(target instanceof Element)) return
      // The row's menu or dialog returns the focus to it.
      if (!list.contains(target) && target.closest('[role=menu], [role=dialog], [role=alertdialog]')) return
      row = list.contains(target) ? target.closest('[data-row]') : null
      place = linksIn(list).findIndex((link) => row?.contains(link))
    }
    const forget = ({ target }: Event) => {
      if (!(target instanceof Node && list.contains(target))) row = null
    }
    const observer = new MutationObserver(() => {
      if (!row || row.isConnected || document.activeElement !== document.body) return
      row = null
      const links = linksIn(list)
      if (links.length === 0) list.focus({ preventScroll: true })
      else focusRow(links[Math.min(Math.max(place, 0), links.length - 1)])
    })
    observer.observe(list, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget)
    }
  }, [root])
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const isRowLink = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.dataset.rowLink !== undefined

/** Moves the focus from the list's search to its first row. */
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

function rememberRow({ target }: MouseEvent): void {
  const link = (target as Element).closest('[data-row]')?.querySelector('[data-row-link]')
  const address = link && addressOf(link)
  if (!address) return
  remember(address)
  noteOpenedRow(address)
}

/** Stored in the history entry, so that only Back finds it and a new visit starts at the first row. */
const remember = (row: string): void => history.replaceState({ ...(history.state as object | null), row }, '')

/** Returns the address of the row that was opened from this visit of the list, or null. */
export function rememberedRow(): string | null {
  const { row } = (history.state ?? {}) as { row?: string }
  return awaitedRow() ?? row ?? null
}

const addressOf = (link: Element): string | null => link.getAttribute('href')

function linksIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])].filter(
    // The document may hold both the table and the cards, of which only one is visible.
    (link) => link.offsetParent !== null,
  )
}

function focusRow(link: HTMLElement | undefined): void {
  link?.focus()
  link?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
}
