'use client'
import { useEffect } from 'react'

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
