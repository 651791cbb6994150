/** How long unfinished forms stay in this browser. Sign-out removes them earlier, because they hold personal data. */
const lifetimeMs = 7 * 24 * 3600_000
const prefix = 'counterfoil.checkout-draft.'

const ownPrefix = (shop: string, userId: string) => `${prefix}${shop}.${userId}`

/** `form` distinguishes forms in several tabs, which must not overwrite each other's drafts. */
export const draftKey = (shop: string, userId: string, form: string) => `${ownPrefix(shop, userId)}.${form}`

let isClosed = false

/** Runs `run`, or returns `otherwise` when the browser refuses its storage. */
function attempt<T>(run: (storage: Storage) => T, otherwise: T): T {
  try {
    return run(window.localStorage)
  } catch {
    return otherwise // Full or refused. Forms work without drafts.
  }
}

interface StoredDraft {
  key: string
  text: string
}

/** Returns the drafts of a person's forms in a shop. */
export const readDrafts = (shop: string, userId: string): StoredDraft[] =>
  attempt((storage) => {
    const own = ownPrefix(shop, userId)
    // Earlier versions had one key for all tabs.
    const keys = keysOf(storage).filter((key) => key === own || key.startsWith(`${own}.`))
    return keys.map((key) => ({ key, text: storage.getItem(key) ?? '' }))
  }, [])

/** Null removes the draft. */
export function writeDraft(key: string, text: string | null): void {
  if (isClosed) return
  attempt((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)), undefined)
}

/** Returns whether a draft saved `at` (ISO 8601) has not expired. */
export const isFresh = (at: string, now: Date): boolean => now.valueOf() - Date.parse(at) < lifetimeMs

/** Removes expired or unreadable drafts of all shops and people, since their forms may never be opened again. */
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

/** Removes all drafts after a sign-out. Until `openDrafts`, none is stored. */
export function closeDrafts(): void {
  isClosed = true
  removeDrafts(() => false)
}

/** Stores drafts again: the person is back. */
export const openDrafts = (): void => {
  isClosed = false
}

function removeDrafts(isKept: (text: string) => boolean): void {
  attempt((storage) => {
    for (const key of keysOf(storage))
      if (key.startsWith(prefix) && !isKept(storage.getItem(key) ?? '')) storage.removeItem(key)
  }, undefined)
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
