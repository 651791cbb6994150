export interface Toast {
  id: number
  tone: 'ok' | 'bad' | 'info'
  text: string
  action?: { label: string; run: () => void }
  /** Milliseconds on screen; Infinity: until it is closed. */
  lifetimeMs: number
}

type ToastOptions = Partial<Pick<Toast, 'action' | 'lifetimeMs'>>

const usualLifetimeMs = 5000
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a confirmation for a few seconds. Never the only copy of an error, which stays where it happened. */
export function toast(
  text: string,
  tone: Toast['tone'] = 'ok',
  { action, lifetimeMs = usualLifetimeMs }: ToastOptions = {},
): void {
  set([...toasts.slice(-2), { id: nextId++, tone, text, action, lifetimeMs }])
}

export function dismissToast(id: number): void {
  if (toasts.some((entry) => entry.id === id)) set(toasts.filter((entry) => entry.id !== id))
}

export function runAction({ id, action }: Toast): void {
  dismissToast(id)
  action?.run()
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
