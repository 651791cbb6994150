import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { en } from '@/lib/core/i18n/en'
import { Facts } from './facts'

const { by, keptBy } = en.cardTokens.facts

const seen = (source: CardTokenDetail['source']) => {
  const card = { source, created_by: 'Ada', exp_year: null, created_at: '2026-11-22T11:00:00Z' }
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <Facts shop="s" card={card as CardTokenDetail} />
    </IntlProvider>,
  )
}

it('says of nobody that they typed in a card which they only kept', () => {
  expect(seen('direct')).toContain(`>${by}<`)
  expect(seen('notification')).toContain(`>${keptBy}<`)
  expect(seen('notification')).not.toContain(by)
})
