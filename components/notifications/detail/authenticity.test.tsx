import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { Authenticity } from './authenticity'

const matching = { signature: 'verified', credentials: 'matched', network: 'any', delivery_count: 1 }

const drawn = (verdicts: object) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Authenticity
        notification={{ ...matching, authenticity: 'unverified', ...verdicts } as NotificationDetail}
      />
    </IntlProvider>,
  )

const nothingProves = 'nothing proves who sent it'
const outside = 'but it came from outside'

it.each([
  ['with neither credentials nor a signature', { signature: 'absent', credentials: 'absent' }, nothingProves],
  [
    'from outside with neither',
    { signature: 'absent', credentials: 'failed', network: 'outside' },
    nothingProves,
  ],
  ['signed, from outside', { credentials: 'absent', network: 'outside' }, outside],
  ['with credentials, from outside', { signature: 'no_key', network: 'outside' }, outside],
  ['with credentials and a wrong signature', { signature: 'failed' }, 'the signature is not'],
  ['signed', { authenticity: 'signature' }, 'Signed by the gateway'],
])('says why a notification counts or not: %s', (_how, verdicts, said) => {
  expect(drawn(verdicts)).toContain(said)
})
