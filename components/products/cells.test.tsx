import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { StateBadges } from './cells'

const stocked = { infinite: true, quantity: null, immortal: true, expired_at: null, test: null }

/** The texts of a live product's badges. */
function badges(has: { archived?: boolean; vanished?: boolean; test?: boolean }) {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <StateBadges product={{ ...stocked, archived: false, vanished: false, ...has }} />
    </IntlProvider>,
  )
  return [...html.matchAll(/>([^<]+)</g)].map(([, text]) => text)
}

it('shows no archived or vanished product as live', () => {
  expect(badges({})).toEqual(['Live'])
  expect(badges({ test: true })).toEqual(['Live', 'Test'])
  expect(badges({ archived: true })).toEqual(['Archived'])
  expect(badges({ vanished: true, archived: true })).toEqual([en.products.gone, 'Archived'])
})
