import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getQueryClient } from './client'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('forgets what was sent and answered once nothing shows it', async () => {
  const client = getQueryClient()
  const change = new MutationObserver(client, {
    mutationFn: async (password: string) => `${password} is kept`,
  })
  const close = change.subscribe(() => undefined)
  await change.mutate('a password')
  expect(client.getMutationCache().getAll()).toHaveLength(1)
  close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(client.getMutationCache().getAll()).toEqual([])
})
