/** Half-filled forms, kept in this browser for a limited time and until sign-out, as they hold personal data. */
const lifetimeMs = 7 * 24 * 3600_000
const prefix = 'counterfoil.checkout-draft.'

export const draftKey = (shop: string, userId: string) => `${prefix}${shop}.${userId}`

let isClosed = false

/** A browser may refuse its storage; then nothing is kept. */
function attempt<T>(run: (storage: Storage) => T, otherwise: T): T {
  try {
    return run(window.localStorage)
  } catch {
    return otherwise // Full, or refused: forms work without.
  }
}

export const readDraft = (key: string): string | null => attempt((storage) => storage.getItem(key), null)

/** Null removes it. */
export function writeDraft(key: string, text: string | null): void {
  if (isClosed) return
  attempt((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)), undefined)
}

/** Whether a draft of this time, in ISO 8601, is not too old. */
export const isFresh = (at: string, now: Date): boolean => now.valueOf() - Date.parse(at) < lifetimeMs

/** Removes drafts that are too old or unreadable, of all shops and people: their forms may never be opened again. */
export function sweepDrafts(now: Date): void {
  removeDrafts((text) => {
    try {
      const { at } = JSON.parse(text) as { at?: unknown }
      return typeof at === 'string' && isFresh(at, now)
    } catch {
      return false
    }
  })
}

/** Removes all drafts, and keeps none from now on: the page is about to be left. */
export function closeDrafts(): void {
  isClosed = true
  removeDrafts(() => false)
}

function removeDrafts(isKept: (text: string) => boolean): void {
  attempt((storage) => {
    const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const key of keys)
      if (key.startsWith(prefix) && !isKept(storage.getItem(key) ?? '')) storage.removeItem(key)
  }, undefined)
}
