'use client'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

export interface FieldProps {
  label: ReactNode
  /** Text beside the label, such as "optional". */
  labelNote?: ReactNode
  hint?: ReactNode
  /** Makes the field invalid. */
  error?: string
  className?: string
}

/** For an input of a few characters. The text below it keeps its full width. */
export const narrowClass = 'max-w-60'
export const fieldClass = 'flex min-w-0 flex-col'
export const inputClass =
  'field-box w-full min-w-0 px-2.5 py-1.5 outline-none focus:field-box-focus ' +
  'read-only:bg-sunken data-invalid:border-danger data-disabled:bg-sunken data-disabled:text-faint'
/** Class of a box that holds several controls and looks like one field. */
export const groupClass =
  'field-box flex w-full min-w-0 items-center focus-within:field-box-focus data-invalid:border-danger ' +
  'data-disabled:bg-sunken'

export const fieldTextClass = {
  label: 'mb-[5px] block text-sm font-medium',
  note: 'font-normal text-muted',
  hint: 'mt-1 block text-xs wrap-anywhere text-muted',
  error: 'mt-1 block text-xs text-danger',
}

export function FieldLabel({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <Label className={fieldTextClass.label}>
      {children}
      {note && <span className={fieldTextClass.note}> {note}</span>}
    </Label>
  )
}

/** The hint stays when there is an error, because it usually says how to fix it. */
export function FieldHelp({ hint, error }: { hint?: ReactNode; error?: string }) {
  return (
    <>
      {hint && (
        <Text slot="description" className={fieldTextClass.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldTextClass.error}>{error}</FieldError>
    </>
  )
}
