'use client'
import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps input typed before hydration. The server's HTML accepts typing at once, and React would restore its own empty
 * values with the next change. This replays the fields' content as if just typed.
 */
export function useEarlyInput(container: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    for (const field of container.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input, textarea',
    ) ?? []) {
      const isText =
        field instanceof HTMLTextAreaElement || /^(text|search|email|password|url|tel|date)$/.test(field.type)
      if (isText && field.value !== '' && field.value !== field.defaultValue) replay(field)
    }
    for (const select of container.current?.querySelectorAll('select') ?? [])
      if (select.selectedOptions[0]?.defaultSelected === false)
        select.dispatchEvent(new Event('change', { bubbles: true }))
  }, [container])
}

/** React ignores an unchanged value. So clear the value it tracks, then set the text past its tracker. */
function replay(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  field.value = ''
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
