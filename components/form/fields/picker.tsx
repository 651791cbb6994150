'use client'
import { Search, X } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useLateOpening } from '@/components/ui/dynamic'
import { fieldTextClass } from '@/components/ui/fields/field'
import { IconButton } from '@/components/ui/icon-button'

const boxClass =
  'field-box flex min-h-8 w-full min-w-0 items-center gap-2 px-2.5 text-start focus-visible:field-box-focus'

/** The letter that a key types on a button; null for other keys and for a space, which presses it. */
export const typedLetter = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): string | null =>
  Array.from(key).length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey ? key : null

export interface SearchProps {
  shop: string
  /** The text that the search begins with: what was typed on the field. */
  firstText: string
  className: string
  onPick: (id: string) => void
  children: ReactNode
}

interface PickerProps {
  shop: string
  label: string
  note?: string
  placeholder: string
  /** Takes the focus on mount, as the first field of a dialog. */
  autoFocus?: boolean
  /** Loads the opened search. */
  load: () => Promise<ComponentType<SearchProps>>
  onPick: (id: string) => void
}

/**
 * A choice from a list on the server, while nothing is chosen. Typing opens it with these letters as the search, which
 * loads on the first intent.
 */
export function Picker({ shop, label, note, placeholder, autoFocus, load, onPick }: PickerProps) {
  const [Loaded, setLoaded] = useState<ComponentType<SearchProps> | null>(null)
  const [typed, setTyped] = useState('')
  const { near, open, notice } = useLateOpening(load, (search) => setLoaded(() => search))
  const shell = (
    <>
      <Search aria-hidden size={14} className="shrink-0 text-muted" />
      <span className="truncate text-faint">{placeholder}</span>
    </>
  )
  return (
    <div>
      <span className={fieldTextClass.label}>
        {label}
        {note && <span className={fieldTextClass.note}> {note}</span>}
      </span>
      {Loaded ? (
        <Loaded shop={shop} firstText={typed} className={boxClass} onPick={onPick}>
          {shell}
        </Loaded>
      ) : (
        <button
          type="button"
          autoFocus={autoFocus}
          aria-haspopup="dialog"
          className={boxClass}
          onPointerEnter={near}
          onFocus={near}
          onClick={open}
          onKeyDown={(event) => {
            const letter = typedLetter(event)
            if (letter === null) return
            event.preventDefault()
            setTyped((text) => text + letter)
            open()
          }}
        >
          {shell}
        </button>
      )}
      {notice}
    </div>
  )
}

interface PickedProps {
  /** The field's name, such as `card_token_id`, by which the error summary finds it. */
  field: string
  label: string
  icon: ReactNode
  hint?: string
  error?: string
  clearLabel: string
  onClear: () => void
  children: ReactNode
}

export function Picked({ field, label, icon, hint, error, clearLabel, onClear, children }: PickedProps) {
  return (
    <div data-field={field} data-invalid={error ? '' : undefined} className="min-w-0">
      <span className={fieldTextClass.label}>{label}</span>
      <div className="field-box flex min-h-8 min-w-0 items-center gap-2 ps-2.5">
        {icon}
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {children}
        </span>
        <IconButton size="sm" label={clearLabel} icon={<X aria-hidden size={14} />} onPress={onClear} />
      </div>
      <span role="status" className={fieldTextClass.hint}>
        {hint}
      </span>
      {error && <span className={fieldTextClass.error}>{error}</span>}
    </div>
  )
}
