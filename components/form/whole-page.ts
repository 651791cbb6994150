'use client'
import { createContext, type RefObject, useEffect, useEffectEvent } from 'react'
import { hasOpenOverlay } from '../ui/use-shortcut'

/** Whether a form is what its page is there for: its keys are heard wherever the focus is. */
export const WholePage = createContext(false)

/** ⌘↵ or Ctrl+↵. On a link they open another tab. */
export const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' &&
  (event.metaKey || event.ctrlKey) &&
  !event.isComposing &&
  !(event.target instanceof Element && event.target.closest('a[href]'))

/** Submits the form of a whole page by its keys from anywhere on it, unless something is open over it. */
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
