'use client'
import { createContext, type RefObject, useEffect, useEffectEvent } from 'react'
import { hasOpenOverlay } from '../../ui/press/use-shortcut'

/** True when the form is its whole page: its shortcuts then work wherever the focus is. */
export const WholePage = createContext(false)

/** Whether this is ⌘↵ or Ctrl+↵. On a link these open another tab, so it does not count there. */
export const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  (event.metaKey || event.ctrlKey) &&
  !event.isComposing &&
  !(event.target instanceof Element && event.target.closest('a[href]'))

/** Submits a whole-page form on ⌘↵ or Ctrl+↵ from anywhere on the page, unless an overlay is open. */
export function usePageKeys(form: RefObject<HTMLFormElement | null>, isWholePage: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isSubmitKey(event) || hasOpenOverlay()) return
    event.preventDefault()
    form.current?.requestSubmit()
  })
  useEffect(() => {
    if (!isWholePage) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isWholePage])
}
