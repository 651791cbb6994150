'use client'
import { createContext, useContext, useEffect } from 'react'

/** Labels of the form's fields, for the error summary. The fields register themselves. */
export const FieldLabels = createContext<Map<string, string> | null>(null)

export function useFieldLabel(name: string, label: unknown): void {
  const labels = useContext(FieldLabels)
  useEffect(() => {
    if (typeof label === 'string') labels?.set(name, label)
  }, [labels, name, label])
}
