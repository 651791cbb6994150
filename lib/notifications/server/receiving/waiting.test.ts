import { describe, expect, it } from 'vitest'
import { reserveMemory } from './room'

const mib = 1024 * 1024
const full = { code: 'storage_unavailable', retryAfterSeconds: 5 }
const refused = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('room for bodies', () => {
  it('is granted until the memory is used up, and again after storing', () => {
    const rooms = Array.from({ length: 64 }, reserveMemory)
    for (const room of rooms) room.grow(mib)
    expect(refused(reserveMemory)).toMatchObject(full)
    expect(refused(() => rooms[0]?.grow(1))).toMatchObject(full)
    for (const room of rooms) room.leave()
    const next = reserveMemory()
    next.grow(64 * mib)
    next.leave()
  })

  it('is granted to a limited number, whatever their size', () => {
    const rooms = Array.from({ length: 4_000 }, reserveMemory)
    expect(refused(reserveMemory)).toMatchObject(full)
    for (const room of rooms) room.leave()
  })

  it('is returned once, however often somebody leaves', () => {
    const room = reserveMemory()
    room.grow(mib)
    for (let n = 0; n < 100; n++) room.leave()
    const rooms = Array.from({ length: 64 }, reserveMemory)
    for (const one of rooms) one.grow(mib)
    expect(refused(reserveMemory)).toMatchObject(full)
    for (const one of rooms) one.leave()
  })
})
