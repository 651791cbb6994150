import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { useSaving } from './use-saving'

const update = vi.hoisted(() => vi.fn<(...given: unknown[]) => Promise<object>>(async () => ({ id: 'p' })))
vi.mock('@/lib/products/client', () => ({ updateProduct: update }))
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

function saving(): ReturnType<typeof useSaving> {
  const seen = vi.fn<(saving: ReturnType<typeof useSaving>) => void>()
  function Probe() {
    seen(useSaving('s', 'p'))
    return null
  }
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Probe />
    </QueryClientProvider>,
  )
  return seen.mock.calls[0]?.[0] as ReturnType<typeof useSaving>
}

/** The idempotency keys of the requests so far. */
const keys = () => update.mock.calls.map((given) => (given[3] as { idempotencyKey: string }).idempotencyKey)

it('sends the same change under the same key until it is made, and then under another', async () => {
  const { save } = saving()
  update.mockRejectedValueOnce(new Error('refused'))
  const change = () => save({ amount: 900 }, { amount: 800 })
  await expect(change()).rejects.toThrow('refused')
  await change()
  await change()
  const [refused, made, again] = keys()
  expect(made).toBe(refused)
  expect(again).not.toBe(made)
})
