import { expect, it } from 'vitest'
import type { NotificationItem, NotificationPage } from '@/lib/notifications/schema'
import { countNew, freeze } from './use-pause'

const at = (second: number) => `2026-11-22T10:00:${String(second).padStart(2, '0')}.000Z`
/** A page of notifications received at these seconds, which are given newest first. */
const page = (seconds: number[], next: string | null = null) =>
  ({
    items: seconds.map((second) => ({ id: `n${second}`, received_at: at(second) }) as NotificationItem),
    next_cursor: next,
  }) as NotificationPage

it('counts what arrived after the pause began', () => {
  const frozen = freeze('', page([3, 2, 1]))
  expect(frozen.since).toBe(at(3))
  expect(countNew(page([3, 2, 1]), frozen)).toEqual({ count: 0, isMore: false })
  expect(countNew(page([5, 4, 3, 2, 1]), frozen)).toEqual({ count: 2, isMore: false })
})

it('counts on an older page what is newer than the newest row before', () => {
  const frozen = freeze('cursor', page([3, 2]), at(9))
  expect(countNew(page([11, 10, 9, 8]), frozen)).toEqual({ count: 2, isMore: false })
})

it('counts from nothing, and says when there may be more than it sees', () => {
  const frozen = freeze('', page([]))
  expect(countNew(page([2, 1]), frozen)).toEqual({ count: 2, isMore: false })
  expect(countNew(page([5, 4], 'next'), frozen)).toEqual({ count: 2, isMore: true })
  expect(countNew(page([5, 4], 'next'), freeze('', page([3])))).toEqual({ count: 2, isMore: true })
})
