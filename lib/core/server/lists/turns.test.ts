import { describe, expect, it } from 'vitest'
import { withSearchSlot } from './ranked'

describe('concurrent searches', () => {
  it('are limited, and skip disconnected clients', async () => {
    const ends: (() => void)[] = []
    const begun: number[] = []
    const search = (number: number, signal?: AbortSignal) =>
      withSearchSlot(signal, () => {
        begun.push(number)
        return new Promise<number>((resolve) => ends.push(() => resolve(number)))
      })
    const gone = new AbortController()
    const running = [search(1), search(2), search(3)]
    const waiting = [search(4, gone.signal), search(5)]
    const refused = waiting[0]?.catch((error: unknown) => error)
    await Promise.resolve()
    expect(begun).toEqual([1, 2, 3])
    gone.abort()
    ends[0]?.()
    expect(await refused).toMatchObject({ code: 'request_cancelled' })
    await expect.poll(() => begun).toEqual([1, 2, 3, 5])
    for (const end of ends) end()
    expect(await Promise.all([...running, waiting[1]])).toEqual([1, 2, 3, 5])
  })

  it('continue after a failure', async () => {
    const fail = () => withSearchSlot(undefined, () => Promise.reject(new Error('no')))
    for (let time = 0; time < 5; time++) await expect(fail()).rejects.toThrow('no')
    expect(await withSearchSlot(undefined, async () => 'yes')).toBe('yes')
  })
})
