import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { eventually } from '@/lib/testing/eventually'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { type Reveal, stillRevealed, useReveal } from './reveal-section'

afterEach(() => vi.unstubAllGlobals())

const masked = { id: 'n', email: 'm•••@•••', raw: '{"email":"m•••@•••"}' } as NotificationDetail

function Probe({ onDraw }: { onDraw: (reveal: Reveal) => void }) {
  onDraw(useReveal('s', masked))
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

it('shows nothing revealed any more of a notification that was anonymised meanwhile', () => {
  const revealed = { email: 'maria@reader.example', raw: '{"email":"maria@reader.example"}' }
  const known = { of: masked, revealed: revealed as NotificationDetail }
  expect(stillRevealed(known, { ...masked, deliveries: [] })).toEqual(revealed)
  expect(stillRevealed(known, { ...masked, raw: '{"email":null}' })).toBeNull()
  expect(stillRevealed(known, { ...masked, email: null })).toBeNull()
  expect(stillRevealed(known, { ...masked, body_size: 7 })).toBeNull()
  expect(stillRevealed(known, { ...masked, id: 'other' })).toBeNull()
  expect(stillRevealed(known, undefined)).toBeNull()
})
