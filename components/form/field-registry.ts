'use client'
import { createContext, useContext, useEffect } from 'react'

/** By field: returns the message for an invalid value, or undefined to use the schema's. */
export type FieldReasons = Map<string, (value: unknown) => string | undefined>

/** By field: what is wrong with a half-filled one, such as a date without a year; undefined if it is complete. */
export type Unfinished = Map<string, () => string | undefined>

interface Reasons {
  reasons: FieldReasons
  unfinished: Unfinished
}
const reasonsOfForm = new WeakMap<object, Reasons>()

/** Stores the reasons for the form with this control. */
export function keepReasons(control: object, reasons: Reasons): void {
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
    reasonsOfForm.get(control)?.reasons.set(name, reasonOf)
  })
}

/** Keeps the form from being sent while `reasonOf` returns a message, because the field is only half filled in. */
export function useUnfinished(control: object, name: string, reasonOf: () => string | undefined): void {
  useEffect(() => {
    const unfinished = reasonsOfForm.get(control)?.unfinished
    unfinished?.set(name, reasonOf)
    return () => void unfinished?.delete(name)
  })
}

/** Whether a field of the form is half filled in. Its value may still be the previous one. */
export const hasHalfFilled = (control: object): boolean =>
  [...(reasonsOfForm.get(control)?.unfinished.values() ?? [])].some((reasonOf) => reasonOf() !== undefined)

const dropsOfForm = new WeakMap<object, Map<string, () => void>>()

/** Registers `drop`, which clears input that a field of the form shows but does not have as its value. */
export function useDrop(control: object, field: string, drop: () => void): void {
  useEffect(() => keepDrop(control, field, drop))
}

/** Registers `drop` (`useDrop`), and returns a function that unregisters it. */
export function keepDrop(control: object, field: string, drop: () => void): () => void {
  const drops = dropsOfForm.get(control) ?? new Map<string, () => void>()
  dropsOfForm.set(control, drops.set(field, drop))
  return () => void drops.delete(field)
}

/**
 * Clears half-filled fields, for code that puts other values into the form: a field that has no value before and after
 * does not notice. `isReplaced`: whether the field got another value.
 */
export function dropHalfFilled(control: object, isReplaced: (field: string) => boolean = () => true): void {
  for (const [field, drop] of dropsOfForm.get(control) ?? []) if (isReplaced(field)) drop()
}

/** Whether the form around can only be read. */
export const ReadOnlyForm = createContext(false)

/** Labels of the form's fields, for the error summary. The fields register themselves. */
export const FieldLabels = createContext<Map<string, string> | null>(null)

export function useFieldLabel(name: string, label: unknown): void {
  const labels = useContext(FieldLabels)
  useEffect(() => {
    if (typeof label === 'string') labels?.set(name, label)
  }, [labels, name, label])
}

/** Names a value of a field as the field shows it, where that differs from the value itself. */
export type NameOf = (value: unknown) => unknown

const namesOfForm = new WeakMap<object, Map<string, NameOf>>()

/** Keeps how a field of the form with this control names its values. */
export function useValueNames(control: object, field: string, nameOf: NameOf | undefined): void {
  useEffect(() => {
    if (!nameOf) return
    const names = namesOfForm.get(control) ?? new Map<string, NameOf>()
    namesOfForm.set(control, names.set(field, nameOf))
  })
}

/** Returns a value as its field shows it, or the value itself. */
export const nameOfValue = (control: object, field: string, value: unknown): unknown =>
  namesOfForm.get(control)?.get(field)?.(value) ?? value
