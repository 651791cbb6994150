'use client'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import { Kbd } from '../ui/text/kbd'
import { useEarlyInput } from '../ui/press/use-early-input'
import { useShortcut } from '../ui/press/use-shortcut'
import { toFirstRow } from './use-row-keys'

interface SearchFieldProps {
  /** The current search, from the address. */
  value: string
  /** Called a moment after the last key, and at once on Enter or clearing. */
  onSearch: (text: string) => void
  /** Also the accessible name. */
  placeholder: string
  className: string
}

/** Returns the debounce in ms. Longer below 3 characters, where few people stop typing and the matches are many. */
const pauseOf = (text: string): number => (text.trim().length < 3 ? 150 : 50)

/** The search of a list. `/` focuses it, Escape clears it, Arrow Down moves to the first row. */
export function SearchField({ value, onSearch, placeholder, className }: SearchFieldProps) {
  const t = useTranslations('common')
  const { text, type, send } = useTypedSearch(value, onSearch)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEarlyInput(form)
  useShortcut({ key: '/' }, () => {
    input.current?.focus()
    input.current?.select()
  })

  function clear() {
    type('')
    send('')
    input.current?.focus()
  }

  return (
    <form
      ref={form}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        send(text)
      }}
      className={cx(
        'field-box flex items-center gap-2 pe-1.5 ps-2.5 focus-within:field-box-focus',
        text === '' && 'print:hidden',
        className,
      )}
    >
      <Search aria-hidden size={15} className="shrink-0 text-muted" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={placeholder}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape' && text !== '') {
            event.stopPropagation()
            clear()
          }
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            toFirstRow()
          }
        }}
        className="h-7.5 w-full min-w-0 bg-transparent outline-none max-md:h-9"
      />
      {text === '' ? (
        <Kbd className="max-md:hidden">/</Kbd>
      ) : (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={clear}
          className="grid size-6 shrink-0 place-items-center rounded-xs text-muted hover:text-text print:hidden"
        >
          <X aria-hidden size={14} />
        </button>
      )}
    </form>
  )
}

/** Keeps the typed text and sends it a moment after the last key. */
function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(value)
  const sent = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Back or a saved view changed the address, not typing in this field: the field follows.
    if (value === sent.current) return
    sent.current = value
    clearTimeout(timer.current)
    setText(value)
  }, [value])

  function send(next: string) {
    clearTimeout(timer.current)
    if (next.trim() === sent.current) return
    sent.current = next.trim()
    onSearch(next.trim())
  }
  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), pauseOf(next))
  }
  return { text, type, send }
}
