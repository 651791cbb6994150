'use client'
import { createContext, useContext, useEffect } from 'react'

/** What the fields of a form are called, for its summary of errors. Filled by the fields themselves. */
export const FieldLabels = createContext<Map<string, string> | null>(null)

export function useFieldLabel(name: string, label: unknown): void {
  const labels = useContext(FieldLabels)
  useEffect(() => {
    if (typeof label === 'string') labels?.set(name, label)
  }, [labels, name, label])
}
