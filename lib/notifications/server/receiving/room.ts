import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../core/server/errors'
import { singleton } from '../../../db/singleton'

/** Limits for all bodies together that are being read or wait for the disk. */
const limits = { bytes: 64 * 1024 * 1024, bodies: 4_000 }

/** Seconds after which a rejected sender may try again. */
export const retryAfterSeconds = 5

type Waiting = { bytes: number; bodies: number }
const waiting = singleton<Waiting>('notifications-waiting')

export type Reservation = {
  /**
   * Reserves this much more.
   * @throws AppError `storage_unavailable` if there is no more room.
   */
  grow: (bytes: number) => void
  /** Gives back all that was reserved. Further calls do nothing. */
  leave: () => void
}

/**
 * Reserves memory for a body while it is read and stored. If the disk is slower than the senders, they are rejected
 * before memory is full. Counts bytes that arrived, not those announced.
 * @throws AppError `storage_unavailable` if there is no room.
 */
export function reserveMemory(): Reservation {
  const all = waiting.peek() ?? { bytes: 0, bodies: 0 }
  waiting.set(all)
  let ownBytes = 0
  let isOpen = true
  const refuse = () => {
    throw new AppError('storage_unavailable', { retryAfterSeconds })
  }
  if (all.bodies >= limits.bodies || all.bytes >= limits.bytes) refuse()
  all.bodies += 1
  return {
    grow: (bytes) => {
      if (all.bytes + bytes > limits.bytes) refuse()
      all.bytes += bytes
      ownBytes += bytes
    },
    leave: () => {
      if (!isOpen) return
      isOpen = false
      all.bytes -= ownBytes
      all.bodies -= 1
    },
  }
}

/** How long such work waits while something is being stored, and how often it checks, in ms. */
const patience = { most: 100, step: 5 }

/**
 * Waits until nothing is being stored, which needs the disk and the connections first. At most `patience.most`, because
 * load may not end.
 */
export async function waitWhileStoring(): Promise<void> {
  const until = performance.now() + patience.most
  while ((waiting.peek()?.bodies ?? 0) > 0 && performance.now() < until) await sleep(patience.step)
}
