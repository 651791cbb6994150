'use client'
import { useEffect, useRef } from 'react'
import { useShortcut } from '../ui/use-shortcut'

/**
 * X selects the row that has the focus. J and K move the focus from row to row, as the arrows do from a row on; Enter
 * then opens, because what has the focus is the row's own link. Rows are found by `[data-row-link]`, so that the same
 * keys serve the table and its cards on a phone.
 */
export function useRowKeys<Root extends HTMLElement>() {
  const root = useRef<Root>(null)
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
    return () => list?.removeEventListener('keydown', onKey)
  }, [])
  useShortcut({ key: 'x' }, () => {
    const row = document.activeElement?.closest('[data-row]')
    if (row && root.current?.contains(row)) row.querySelector<HTMLElement>('[data-row-check]')?.click()
  })
  return root
}

const arrows: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }
const isRowLink = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.dataset.rowLink !== undefined

/** From the search of a list into its rows. */
export const toFirstRow = (): void => move(document.getElementById('content'), 1)

function move(root: HTMLElement | null, step: 1 | -1): void {
  const links = [...(root?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])].filter(
    // The table and the cards are both in the document; only one of them is shown.
    (link) => link.offsetParent !== null,
  )
  const row = document.activeElement?.closest('[data-row]')
  const at = links.findIndex(
    (link) => link === document.activeElement || (row && link.closest('[data-row]') === row),
  )
  const next = links[at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step]
  next?.focus()
  next?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' })
}
