'use client'
import { createContext, type ReactNode, useState } from 'react'
import { type Guard, leave } from './leave-guard'

/** The guards of the forms in the dialog or drawer around. */
export const DialogGuards = createContext<Set<Guard> | null>(null)

interface GuardedCloseProps {
  onClose: () => void
  /** Gets what Escape and the cross call. “Cancel” calls `onClose`, because it is pressed on purpose. */
  children: (close: () => void) => ReactNode
}

/** Asks before a dialog or drawer closes whose form holds unsaved input. */
export function GuardedClose({ onClose, children }: GuardedCloseProps) {
  const [guards] = useState(() => new Set<Guard>())
  return <DialogGuards value={guards}>{children(() => leave(onClose, guards))}</DialogGuards>
}
