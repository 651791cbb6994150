'use client'
import { ExactTime } from './exact-time'
import { RelativeTime } from './relative-time'

interface Options {
  isPlain?: boolean
  /** With the exact time beside it, for who compares several. */
  isExact?: boolean
}

/** The tag of a sentence that holds a time: `t.rich('synced', { when: when(at) })`. */
export const when =
  (at: string, { isPlain = false, isExact = false }: Options = {}) =>
  () =>
    isExact ? (
      <>
        <RelativeTime at={at} isPlain /> · <ExactTime at={at} />
      </>
    ) : (
      <RelativeTime at={at} isPlain={isPlain} />
    )
