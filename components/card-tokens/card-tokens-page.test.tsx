import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { CardTokensPage } from './card-tokens-page'
import { useCardTokenList } from './list/card-token-list'

vi.mock('./list/card-token-list', () => ({ useCardTokenList: vi.fn<() => unknown>() }))
vi.mock('@/components/list/list-page', () => ({ ListPage: ({ meta }: { meta: ReactNode }) => meta }))

/** The number above the list. */
function counted(isTotalExact: boolean, filters: { q?: string } = {}): string {
  const list = { page: {}, total: 12_000, isTotalExact, state: { filters } }
  vi.mocked(useCardTokenList).mockReturnValue(list as unknown as ReturnType<typeof useCardTokenList>)
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <CardTokensPage shop="s" />
    </IntlProvider>,
  ).replaceAll(/<[^>]*>/g, '')
}

it('says where the number of cards or tokens is an estimate', () => {
  expect(counted(true)).toBe('12,000 cards')
  expect(counted(false)).toBe('about 12,000 cards')
  expect(counted(true, { q: 'visa' })).toBe('12,000 tokens')
  expect(counted(false, { q: 'visa' })).toBe('about 12,000 tokens')
})
