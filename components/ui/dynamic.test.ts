import { afterEach, expect, it, vi } from 'vitest'
import { keepLoading } from './dynamic'

const chunkError = () => Object.assign(new Error('no such file'), { name: 'ChunkLoadError' })

afterEach(() => void vi.useRealTimers())

it('loads what a press opens until it is there', async () => {
  vi.useFakeTimers()
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(chunkError()).mockRejectedValueOnce(chunkError()).mockResolvedValue('menu')
  const loading = keepLoading(load)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(loading).resolves.toBe('menu')
  expect(load).toHaveBeenCalledTimes(3)
})

it('passes on an error of the part itself', async () => {
  await expect(keepLoading(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
