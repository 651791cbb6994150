export interface Toast {
  id: number
  tone: 'ok' | 'bad' | 'info'
  text: string
}

const lifetimeMs = 5000
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Confirms something for a few seconds. Never the only copy of an error: that stays where it happened. */
export function toast(text: string, tone: Toast['tone'] = 'ok'): void {
  const id = nextId++
  set([...toasts.slice(-2), { id, tone, text }])
  setTimeout(() => dismissToast(id), lifetimeMs)
}

export function dismissToast(id: number): void {
  if (toasts.some((entry) => entry.id === id)) set(toasts.filter((entry) => entry.id !== id))
}

const none: readonly Toast[] = []
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => toasts,
  getOnServer: () => none,
}
