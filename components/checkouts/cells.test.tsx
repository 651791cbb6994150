import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { CheckoutState } from '@/lib/checkouts/state'
import { Expires } from './cells'

const now = new Date('2026-11-28T10:00:00Z')

it.each<[CheckoutState, string | RegExp]>([
  ['open', /<time/],
  ['pending', /<time/],
  ['paid', '–'],
  ['differs', '–'],
  ['refunded', '–'],
  ['disputed', '–'],
  ['cancelled', '–'],
])('tells of a checkout that is %s when it expires, if it can: %s', (state, text) => {
  const checkout = {
    state,
    rests_on: 'nothing',
    attempts_left: 1,
    expires_at: '2999-11-28T12:00:00Z',
  } as const
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={now}>
      <Expires checkout={checkout} />
    </IntlProvider>,
  )
  expect(html).toMatch(text)
})
