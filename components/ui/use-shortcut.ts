'use client'
import { useEffect, useEffectEvent } from 'react'

export interface Shortcut {
  /** As in KeyboardEvent.key, lower case: 'n', '/', 'k', 'enter', 'f6'. */
  key: string
  /** ⌘ on a Mac, Ctrl elsewhere. Such a shortcut also works while typing. */
  mod?: boolean
  /** Not while typing even so: fields have a meaning of their own for it. */
  isOutsideText?: boolean
  /** Before the same key's other shortcuts, which then do nothing: of what is open beside a list. */
  isFirst?: boolean
  isDisabled?: boolean
}

/** Runs `act` when the key is pressed anywhere on the page, except while typing or while a dialog is open. */
export function useShortcut(
  { key, mod = false, isOutsideText = !mod, isFirst = false, isDisabled = false }: Shortcut,
  act: (event: KeyboardEvent) => void,
) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.key.toLowerCase() !== key) return
    // With Shift it is another shortcut, of the browser or the field: ⇧⌘Z is not ⌘Z.
    if ((event.metaKey || event.ctrlKey) !== mod || event.altKey || (mod && event.shiftKey)) return
    if (isOutsideText && ((isTyping(event.target) && !typesNothing.test(key)) || hasOpenOverlay())) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    if (isDisabled) return
    document.addEventListener('keydown', onKey, isFirst)
    return () => document.removeEventListener('keydown', onKey, isFirst)
  }, [isFirst, isDisabled])
}

/** Keys that type nothing, and so are heard while typing. */
const typesNothing = /^f\d/

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=spinbutton], [role=listbox], [role=menu]'))
    return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** What opens over the page and is gone again. */
export const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Whether something is open over the page that takes its keys. */
export const hasOpenOverlay = (): boolean => document.querySelector(overlays) !== null
