import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { Endpoint } from '@/lib/forwarding/schema'
import { messageStates } from '@/lib/forwarding/state'
import { EndpointCard } from './endpoint-card'
import { StateBadge } from './message-columns'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/settings' }))

const shown = (node: React.ReactNode) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      {node}
    </IntlProvider>,
  ).replaceAll(/<[^>]*>/g, '')

it.each([
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['given_up', 'Given up'],
  ['cancelled', 'Not sent'],
] as const)('begins the badge of a message that is %s with a capital, as all badges do', (state, word) => {
  expect(shown(<StateBadge message={{ state }} />)).toBe(word)
})

it('counts the messages of an endpoint in a sentence', () => {
  const endpoint = {
    name: 'Web shop',
    url: 'https://shop.example',
    state: 'healthy',
    enabled: true,
    filters: { kinds: [], statuses: [], types: [], grades: [], test: null },
    counts: Object.fromEntries(messageStates.map((state, at) => [state, at + 1])),
  } as unknown as Endpoint
  const text = shown(<EndpointCard endpoint={endpoint} onAction={() => {}} onShow={() => {}} />)
  for (const counted of ['1 waiting', '2 delivered', '3 given up', '4 not sent'])
    expect(text).toContain(counted)
})
