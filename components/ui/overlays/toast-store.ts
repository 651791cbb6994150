export interface Toast {
  id: number
  tone: 'ok' | 'bad' | 'info'
  text: string
  action?: { label: string; run: () => void }
  /** The ID of the request that failed, to quote to support. */
  reference?: string
  /** Milliseconds on screen; Infinity: until it is closed. */
  lifetimeMs: number
}

/** `error`: the cause of the message. If a request failed, its reference can be copied. */
type ToastOptions = Partial<Pick<Toast, 'action' | 'lifetimeMs'>> & { error?: unknown }

const usualLifetimeMs = 5000
/** Leaves time to copy the reference. */
const failureLifetimeMs = 15_000
let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

/** The most messages on screen. A new one replaces the oldest. */
const maxToasts = 3

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a confirmation for a few seconds. Never the only copy of an error, which stays where it happened. */
export function toast(
  text: string,
  tone: Toast['tone'] = 'ok',
  { action, error, lifetimeMs }: ToastOptions = {},
): void {
  const reference = referenceOf(error)
  const usual = reference === undefined ? usualLifetimeMs : failureLifetimeMs
  set([
    ...toasts.slice(1 - maxToasts),
    { id: nextId++, tone, text, action, reference, lifetimeMs: lifetimeMs ?? usual },
  ])
}

export function dismissToast(id: number): void {
  if (toasts.some((entry) => entry.id === id)) set(toasts.filter((entry) => entry.id !== id))
}

export function runAction({ id, action }: Toast): void {
  dismissToast(id)
  action?.run()
}

/** Errors of requests have the request's ID. */
const referenceOf = (error: unknown): string | undefined =>
  error instanceof Error && 'correlationId' in error && typeof error.correlationId === 'string'
    ? error.correlationId
    : undefined

const none: readonly Toast[] = []
export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  get: () => toasts,
  getOnServer: () => none,
}
