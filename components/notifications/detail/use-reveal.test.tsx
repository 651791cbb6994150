import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import { type Reveal, useReveal } from './reveal-section'

afterEach(() => vi.unstubAllGlobals())

function Probe({ onDraw }: { onDraw: (reveal: Reveal) => void }) {
  onDraw(useReveal('s', 'n'))
  return null
}

it('leaves nothing revealed in the mutation, which outlives what is shown', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ email: 'maria@reader.example' }))
  const client = new QueryClient()
  let reveal: Reveal | undefined
  renderToString(
    <QueryClientProvider client={client}>
      <Probe onDraw={(drawn) => (reveal = drawn)} />
    </QueryClientProvider>,
  )
  reveal?.reveal()
  const [mutation] = client.getMutationCache().getAll()
  await eventually(async () => expect(mutation?.state.status).toBe('success'))
  expect(mutation?.state.data).toBeUndefined()
})
