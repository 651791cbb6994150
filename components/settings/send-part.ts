import { isStale } from './use-settings-form'

interface Part<Saved extends { version: number }> {
  /** The settings that the change was made from. */
  seen: Saved
  load: () => Promise<Saved>
  /** Whether two versions differ in other parts only. */
  isSame: (one: Saved, other: Saved) => boolean
  send: (version: number) => Promise<Saved>
}

/** Sends a change of one part of the settings, and once more if only other parts were changed since it was seen. */
export async function sendPart<Saved extends { version: number }>({ seen, load, isSame, send }: Part<Saved>) {
  try {
    return await send(seen.version)
  } catch (error) {
    if (!isStale(error)) throw error
    const latest = await load()
    if (!isSame(seen, latest)) throw error
    return send(latest.version)
  }
}
