'use client'
import { createContext, useContext, useEffect } from 'react'

/** By field: returns the message for an invalid value, or undefined to use the schema's. */
export type FieldReasons = Map<string, (value: unknown) => string | undefined>

const reasonsOfForm = new WeakMap<object, FieldReasons>()

/** Stores the reasons for the form with this control. */
export function keepReasons(control: object, reasons: FieldReasons): void {
  reasonsOfForm.set(control, reasons)
}

/**
 * Lets a field explain why its value is invalid, where that depends on more than the value the schema sees. The message
 * becomes the form's own error, so that the field and the summary agree.
 */
export function useFieldReason(
  control: object,
  name: string,
  reasonOf: (value: unknown) => string | undefined,
): void {
  useEffect(() => {
    reasonsOfForm.get(control)?.set(name, reasonOf)
  })
}

/** Labels of the form's fields, for the error summary. The fields register themselves. */
export const FieldLabels = createContext<Map<string, string> | null>(null)

export function useFieldLabel(name: string, label: unknown): void {
  const labels = useContext(FieldLabels)
  useEffect(() => {
    if (typeof label === 'string') labels?.set(name, label)
  }, [labels, name, label])
}
