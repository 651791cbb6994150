'use client'
import { useEffect, useEffectEvent } from 'react'
import { useIsHydrated } from '../hydrated'

interface Shortcut {
  /** As in KeyboardEvent.key, lower case: 'n', '/', 'k', 'enter', 'f6'. */
  key: string
  /** ⌘ on a Mac, Ctrl elsewhere. Such a shortcut also works while typing. */
  hasMod?: boolean
  /** Ignores the shortcut while typing even with `hasMod`, because fields use it themselves. */
  isOutsideText?: boolean
  /** Runs before, and instead of, other shortcuts of the same key. For something open beside a list. */
  isCapturing?: boolean
  isDisabled?: boolean
}

/** Runs `act` when the key is pressed anywhere on the page, except while typing or while an overlay is open. */
export function useShortcut(
  { key, hasMod = false, isOutsideText = !hasMod, isCapturing = false, isDisabled = false }: Shortcut,
  act: (event: KeyboardEvent) => void,
) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.key.toLowerCase() !== key) return
    // Shift makes it another shortcut, of the browser or the field: ⇧⌘Z is not ⌘Z.
    if ((event.metaKey || event.ctrlKey) !== hasMod || event.altKey || (hasMod && event.shiftKey)) return
    if (isOutsideText && ((isTyping(event.target) && !nonTypingKeys.test(key)) || hasOpenOverlay())) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    if (isDisabled) return
    document.addEventListener('keydown', onKey, isCapturing)
    return () => document.removeEventListener('keydown', onKey, isCapturing)
  }, [isCapturing, isDisabled])
}

/** Keys that type no text, so they also work while typing. */
const nonTypingKeys = /^f\d/

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=spinbutton], [role=listbox], [role=menu]'))
    return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

export const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

export const hasOpenOverlay = (): boolean => document.querySelector(overlays) !== null

/** Returns how shortcuts write this machine's modifier key: `⌘` or `Ctrl `. */
export function useModKey(): string {
  return useIsHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '
}
