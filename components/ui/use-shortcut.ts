'use client'
import { useEffect, useEffectEvent } from 'react'

export interface Shortcut {
  /** As in KeyboardEvent.key, lower case: 'n', '/', 'k', 'enter'. */
  key: string
  /** ⌘ on a Mac, Ctrl elsewhere. Such a shortcut also works while typing. */
  mod?: boolean
  /** Before the same key's other shortcuts, which then do nothing: of what is open beside a list. */
  isFirst?: boolean
  isDisabled?: boolean
}

/** Runs `act` when the key is pressed anywhere on the page, except while typing or while a dialog is open. */
export function useShortcut(
  { key, mod = false, isFirst = false, isDisabled = false }: Shortcut,
  act: (event: KeyboardEvent) => void,
) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.key.toLowerCase() !== key) return
    if ((event.metaKey || event.ctrlKey) !== mod || event.altKey) return
    if (!mod && (isTyping(event.target) || hasOpenOverlay())) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    if (isDisabled) return
    document.addEventListener('keydown', onKey, isFirst)
    return () => document.removeEventListener('keydown', onKey, isFirst)
  }, [isFirst, isDisabled])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=spinbutton], [role=listbox], [role=menu]'))
    return true
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Whether something is open over the page that takes its keys. */
export function hasOpenOverlay(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]') !== null
}
