'use client'
import { RelativeTime } from './relative-time'

/** The tag of a sentence that holds a time: `t.rich('synced', { when: when(at) })`. */
export const when =
  (at: string, { isPlain = false } = {}) =>
  () => <RelativeTime at={at} isPlain={isPlain} />
