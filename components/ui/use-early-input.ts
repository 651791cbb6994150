'use client'
import { type RefObject, useLayoutEffect } from 'react'

/**
 * Keeps what was typed before the page came alive. The server's HTML can be typed into at once, and React
 * would put its own (empty) values back with the next change; here what stands in the fields is told to it
 * as if it had just been typed.
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

/** React compares with the value it last saw: clear that through its own property, then put the text back past it. */
function replay(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value } = field
  field.value = ''
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
