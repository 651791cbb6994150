'use client'
import { createContext, type ReactNode, useState } from 'react'

/** Input that would be lost with the page. */
export interface Guard {
  /** Whether there is any now. */
  holds: () => boolean
  /** Asks whether it may be lost, then calls `go`. */
  ask: (go: () => void) => void
}

const guards = new Set<Guard>()

/** Returns a function that removes the guard. `of` are those of a dialog, which is closed. */
export function guardLeaving(guard: Guard, of = guards): () => void {
  of.add(guard)
  return () => void of.delete(guard)
}

/** Several forms of a page may hold input. One of them asks for all. */
const asking = (of = guards): Guard | undefined => [...of].find(({ holds }) => holds())

/** Each says whether a form holds input that only sign-out would lose, because that deletes its draft. */
const drafted = new Set<() => boolean>()

/** Returns a function that removes the form again. */
export function holdDrafted(holds: () => boolean): () => void {
  drafted.add(holds)
  return () => void drafted.delete(holds)
}

/** Whether a sign-out would lose input. */
export const isAnythingHeld = (): boolean => asking() !== undefined || [...drafted].some((holds) => holds())

export const isAsking = (guard: Guard): boolean => asking() === guard

/** Lets the page be left: a person agreed to lose what its forms hold. */
export const letGo = (): void => guards.clear()

/**
 * Calls `go` at once, or after a person agrees to lose unsaved input. For code that navigates, such as the palette and the
 * shop switcher, and for dialogs, which hand in their own guards.
 */
export function leave(go: () => void, of = guards): void {
  const guard = asking(of)
  if (guard) guard.ask(go)
  else go()
}

/** The guards of the forms in the dialog, drawer or other part of the page around. */
export const DialogGuards = createContext<Set<Guard> | null>(null)

interface GuardedCloseProps {
  onClose: () => void
  /** Gets what Escape and the cross call. A dialog's “Cancel” calls `onClose`, because it is pressed on purpose. */
  children: (close: () => void) => ReactNode
}

/** Asks before a dialog, a drawer or another part of a page closes whose form holds unsaved input. */
export function GuardedClose({ onClose, children }: GuardedCloseProps) {
  const [own] = useState(() => new Set<Guard>())
  return <DialogGuards value={own}>{children(() => leave(onClose, own))}</DialogGuards>
}
