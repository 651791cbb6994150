'use client'
import { type RefObject, useEffect, useState } from 'react'
import { afterPress } from './after-press'

/** Whether the focus is in the form that this is of. Told after a press: what it changes must not move what is pressed. */
export function useHasFocus(inside: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(false)
  useEffect(() => {
    const form = inside.current?.closest('form')
    if (!form) return
    const look = () => setHasFocus(form.contains(document.activeElement))
    const onFocus = () => afterPress(look)
    // Of what loses the focus, the next one has it only afterwards.
    const onBlur = () => setTimeout(onFocus)
    look()
    form.addEventListener('focusin', onFocus)
    form.addEventListener('focusout', onBlur)
    return () => {
      form.removeEventListener('focusin', onFocus)
      form.removeEventListener('focusout', onBlur)
    }
  }, [inside])
  return hasFocus
}
