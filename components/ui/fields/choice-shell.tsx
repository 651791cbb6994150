'use client'
import { ChevronDown, Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../cx'
import { fieldTextClass, type FieldProps } from './field'
import { describedBy, PlainField, PlainLabel } from './plain-field'

interface ChoiceShellProps extends Partial<FieldProps> {
  chosen: ReactNode
  placeholder?: string
  isBare?: boolean
  isDisabled?: boolean
  name?: string
  'aria-label'?: string
  'data-field'?: string
  onBlur?: () => void
  /** Called when the pointer or the focus comes near: preload what `onOpen` needs. */
  onNear: () => void
  onOpen: () => void
}

export const choiceButtonClass = (isBare: boolean | undefined) =>
  cx(
    'flex w-full min-w-0 items-center gap-2 text-start data-disabled:bg-sunken',
    isBare
      ? 'h-7 rounded-xs px-2.5 text-muted hover:text-text'
      : 'field-box px-2.5 py-1.5 focus-visible:field-box-focus group-data-invalid:border-danger',
  )

/** A choice field before it is opened: looks like the real one and has its name, without its code. */
export function ChoiceShell(props: ChoiceShellProps) {
  const {
    label,
    labelNote,
    hint,
    error,
    className,
    chosen,
    placeholder,
    isBare,
    isDisabled,
    onNear,
    onOpen,
  } = props
  const id = useId()
  return (
    <PlainField id={id} hint={hint} error={error} className={className} data-field={props['data-field']}>
      {label ? (
        <span id={`${id}-label`} className={fieldTextClass.label}>
          <PlainLabel label={label} labelNote={labelNote} />
        </span>
      ) : (
        <span id={`${id}-label`} hidden>
          {props['aria-label']}
        </span>
      )}
      <button
        type="button"
        disabled={isDisabled}
        aria-haspopup="listbox"
        aria-expanded={false}
        aria-labelledby={`${id}-value ${id}-label`}
        aria-describedby={describedBy(id, { hint, error })}
        onPointerEnter={onNear}
        onFocus={onNear}
        onBlur={props.onBlur}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          onOpen()
        }}
        className={choiceButtonClass(isBare)}
      >
        <span id={`${id}-value`} className="flex min-w-0 flex-1 items-center gap-2 truncate">
          {chosen ?? <span className="text-faint">{placeholder}</span>}
        </span>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </button>
    </PlainField>
  )
}

export interface Option<Id extends string = string> {
  id: Id
  label: string
  /** The gateway's value, in the monospaced font. */
  note?: string
  isDisabled?: boolean
}

/** An option in a list. The tick shows when the surrounding item is selected. */
export function OptionContent({ item, detail }: { item: Option; detail?: string }) {
  return (
    <>
      <span dir="auto" className="truncate">
        {item.label}
      </span>
      {detail && <span className="truncate font-normal text-muted">{detail}</span>}
      {item.note && <span className="font-mono text-xs font-normal text-muted">{item.note}</span>}
      <Check aria-hidden size={14} className="ms-auto hidden shrink-0 in-data-selected:block" />
    </>
  )
}

export function ChosenOption({ item }: { item: Option }) {
  return (
    <>
      <span className="truncate">{item.label}</span>
      {item.note && <span className="font-mono text-xs text-muted">{item.note}</span>}
    </>
  )
}
