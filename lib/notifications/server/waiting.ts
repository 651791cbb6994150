import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { singleton } from '../../db/singleton'
import { AppError } from '../../core/server/errors'

/** Bodies that are being read or wait for the disk: so much memory, and so many, may they take in all. */
const limits = { bytes: 64 * 1024 * 1024, bodies: 4_000 }

/** When whoever is turned away may come again, in seconds. */
export const comeAgainSeconds = 5

type Waiting = { bytes: number; bodies: number }
const waiting = singleton<Waiting>('notifications-waiting')

export type Room = {
  /** Takes as much for what has come of the body. @throws AppError `storage_unavailable` where there is no more. */
  grow: (bytes: number) => void
  /** Gives back what it took; once is enough. */
  leave: () => void
}

/**
 * Room for a body while it is read and stored: what a disk that is slower than those who post cannot take is turned away
 * before it fills the memory, and is posted again. It takes as much as has come, whatever was announced.
 * @throws AppError `storage_unavailable` where there is none.
 */
export function openRoom(): Room {
  const all = waiting.peek() ?? { bytes: 0, bodies: 0 }
  waiting.set(all)
  let mine = 0
  let isOpen = true
  const refuse = () => {
    throw new AppError('storage_unavailable', { retryAfterSeconds: comeAgainSeconds })
  }
  if (all.bodies >= limits.bodies || all.bytes >= limits.bytes) refuse()
  all.bodies += 1
  return {
    grow: (bytes) => {
      if (all.bytes + bytes > limits.bytes) refuse()
      all.bytes += bytes
      mine += bytes
    },
    leave: () => {
      if (!isOpen) return
      isOpen = false
      all.bytes -= mine
      all.bodies -= 1
    },
  }
}

/** So long does work that can wait for it wait for a moment in which nothing is being stored, in ms; a part of it at a time. */
const patience = { most: 500, step: 10 }

/**
 * Waits for a moment in which nothing is being stored: what is already kept must not take the disk and the connections
 * from what is not. Under load that does not end, not for ever.
 */
export async function calm(): Promise<void> {
  const until = performance.now() + patience.most
  while ((waiting.peek()?.bodies ?? 0) > 0 && performance.now() < until) await sleep(patience.step)
}
