'use client'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type FieldPath, get, useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { useUnfinished } from '@/components/form/field-registry'
import { isMethod } from '@/components/form/kinds'
import { entryError } from '@/components/form/fields/lines-field'
import { useFormField } from '@/components/form/fields/use-form-field'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import type { PartProps } from './part'
import type { CheckoutValues } from '../values'

interface ChipsFieldProps extends PartProps {
  name: FieldPath<CheckoutValues>
  label: string
  hint?: string
  /** Values that one press adds. */
  suggestions: readonly { id: string; label: string }[]
  /** Allows JSON objects as entries: a type with its parameters. */
  hasObjects?: boolean
}

const textOf = (entry: unknown) => (typeof entry === 'string' ? entry : JSON.stringify(entry))
const isIn = (list: readonly unknown[], entry: unknown) =>
  list.some((other) => textOf(other) === textOf(entry))

/** Edits a list of short texts. Suggestions are added by a press, typed entries by Enter or a comma. */
export function ChipsField({ control, name, label, hint, suggestions, hasObjects }: ChipsFieldProps) {
  const t = useTranslations('checkoutForm.chips')
  const { value, change, error, bound } = useFormField({ control, name }, label)
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string>()
  const [heard, setHeard] = useState('')
  const { errors } = useFormState({ control })
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const field = useRef<HTMLDivElement>(null)
  const chips = useRef<HTMLDivElement>(null)

  function add() {
    const read = readEntries(text, hasObjects === true)
    if (!read) return setRefused(t('notAnObject'))
    const fresh = read.filter((entry, at) => !isIn(list, entry) && read.indexOf(entry) === at)
    if (fresh.length > 0) change([...list, ...fresh])
    else setHeard(t('alreadyIn', { name: read.map(textOf).join(', ') }))
    setText('')
  }
  useBeforeSubmit(field, () => text.trim() !== '' && add())
  useUnfinished(control, name, () => (readEntries(text, hasObjects === true) ? undefined : t('notAnObject')))

  function replace(next: readonly unknown[]) {
    change(next)
    // The pressed button is about to disappear.
    chips.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !event.metaKey && !event.ctrlKey
    // A comma ends a plain entry but is part of an object.
    const isComma = event.key === ',' && !text.trim().startsWith('{')
    if (event.nativeEvent.isComposing || text.trim() === '' || !(isEnter || isComma)) return
    event.preventDefault()
    add()
  }
  return (
    <div>
      {/* The draft has the list, but not the text being typed for it. */}
      <UnsavedGuard isDirty={text.trim() !== ''} />
      <div ref={field} role="presentation" onKeyDown={onKeyDown}>
        <TextField
          {...bound}
          label={label}
          hint={hint}
          error={refused ?? error ?? entryError(list.map(textOf), get(errors, name))}
          value={text}
          onChange={(next) => {
            setText(next)
            setRefused(undefined)
            setHeard('')
          }}
          onBlur={() => {
            if (text.trim() !== '') add()
            bound.onBlur()
          }}
          autoComplete="off"
          isMono
          // Always renders a suffix. Adding or removing it would remount the input, which would lose focus.
          suffix={
            <span className="me-1 shrink-0">
              {text.trim() !== '' && (
                <Button size="sm" variant="ghost" onPress={add}>
                  {t('add')}
                </Button>
              )}
            </span>
          }
        />
      </div>
      <p role="status" className="text-xs text-muted">
        {heard}
      </p>
      <Chips ref={chips} label={label} list={list} suggestions={suggestions} onChange={replace} />
    </div>
  )
}

interface ChipsProps extends Pick<ChipsFieldProps, 'label' | 'suggestions'> {
  ref: Ref<HTMLDivElement>
  list: readonly unknown[]
  onChange: (list: readonly unknown[]) => void
}

function Chips({ ref, label, list, suggestions, onChange }: ChipsProps) {
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-label={label}
      className="mt-1.5 flex flex-wrap gap-1.5 rounded-sm outline-offset-2 outline-accent focus-visible:outline-2"
    >
      {list.map((entry) => (
        <Chip
          key={textOf(entry)}
          text={textOf(entry)}
          onRemove={() => onChange(list.filter((one) => one !== entry))}
        />
      ))}
      <Suggestions
        of={suggestions.filter(({ id }) => !isIn(list, id))}
        onAdd={(id) => onChange([...list, id])}
      />
    </div>
  )
}

/** Calls `work` before the form around `field` is validated and sent. */
function useBeforeSubmit(field: RefObject<HTMLElement | null>, work: () => void): void {
  const onSubmit = useEffectEvent(work)
  useEffect(() => {
    const form = field.current?.closest('form')
    const before = () => onSubmit()
    form?.addEventListener('submit', before, true)
    return () => form?.removeEventListener('submit', before, true)
  }, [field])
}

/** Splits the text at commas or parses it as one object. Returns null if it starts like an object but is invalid. */
function readEntries(text: string, hasObjects: boolean): unknown[] | null {
  if (!hasObjects || !text.trim().startsWith('{'))
    return text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
  try {
    const parsed: unknown = JSON.parse(text)
    return isMethod(parsed) ? [parsed] : null
  } catch {
    return null
  }
}

interface SuggestionsProps {
  of: ChipsFieldProps['suggestions']
  onAdd: (id: string) => void
}

function Suggestions({ of, onAdd }: SuggestionsProps) {
  const t = useTranslations('checkoutForm.chips')
  return of.map(({ id, label }) => (
    <Button key={id} size="sm" aria-label={t('addOf', { name: label })} onPress={() => onAdd(id)}>
      {t('plus', { name: label })}
    </Button>
  ))
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  const t = useTranslations('checkoutForm.chips')
  return (
    <span className="inline-flex min-h-6.5 max-w-full items-center gap-1 rounded-sm border border-accent/40 bg-accent-weak ps-2 font-mono text-xs text-accent">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <button
        type="button"
        aria-label={t('removeOf', { name: text })}
        onClick={onRemove}
        className="grid size-6 shrink-0 place-items-center rounded-xs hover:bg-accent/15"
      >
        <X aria-hidden size={13} />
      </button>
    </span>
  )
}
