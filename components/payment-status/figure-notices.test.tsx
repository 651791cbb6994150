import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { Behind } from '@/lib/payments/list'
import { BehindNotice } from './figure-notices'

const render = (behind: Behind) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date()}>
      <BehindNotice behind={behind} />
    </IntlProvider>,
  ).replaceAll(/<[^>]*>/g, '')

it('says how many notifications wait, and nothing if none do', () => {
  const since = new Date(Date.now() - 120_000).toISOString()
  expect(render({ notifications: 2, exact: true, since })).toContain(
    '2 notifications have arrived but are not',
  )
  expect(render({ notifications: 10_000, exact: false, since })).toContain('More than 10,000 notifications')
  expect(render(null)).toBe('')
})
