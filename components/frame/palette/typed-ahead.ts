import { useEffect, useRef } from 'react'

const longestMs = 3000

/** `isEntered`: Enter was the last key. */
export interface TypedAhead {
  text: string
  isEntered: boolean
}

const nothing: TypedAhead = { text: '', isEntered: false }

/**
 * Keeps what is typed between the key that opens the palette and the palette, which the browser may still have to load.
 * Meanwhile, neither shortcuts nor the focused element get these keys. Stops after a while.
 */
export function useTypedAhead() {
  const held = useRef<(() => TypedAhead) | null>(null)
  function take(): TypedAhead {
    const typed = held.current?.() ?? nothing
    held.current = null
    return typed
  }
  useEffect(() => () => void take(), [])
  return {
    hold(onEscape: () => void) {
      held.current ??= hold(() => {
        take()
        onEscape()
      })
    },
    take,
  }
}

function hold(onEscape: () => void): () => TypedAhead {
  let { text, isEntered } = nothing
  const hear = (event: KeyboardEvent) => {
    const { key } = event
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    const isCharacter = key.length === 1
    if (isCommand || !(isCharacter || key === 'Backspace' || key === 'Enter' || key === 'Escape')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isCharacter) text += key
    if (key === 'Backspace') text = text.slice(0, -1)
    isEntered = key === 'Enter'
    if (key === 'Escape') onEscape()
  }
  const release = () => removeEventListener('keydown', hear, true)
  addEventListener('keydown', hear, true)
  const givingUp = setTimeout(release, longestMs)
  return () => {
    clearTimeout(givingUp)
    release()
    return { text, isEntered }
  }
}

/** Enters text in place of the selection as keys do, so that Autocomplete selects the first match. */
export function typeInto(field: HTMLInputElement, text: string): void {
  if (text === '') return
  const typed = { inputType: 'insertText', data: text, bubbles: true }
  field.dispatchEvent(new InputEvent('beforeinput', typed))
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', typed))
}

/** Returns text for a field of one line, which would otherwise join the words at both ends of a line break. */
export const inOneLine = (text: string): string => text.trim().replaceAll(/\s*[\r\n]\s*/g, ' ')
