import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import type { ShopDetail } from '@/lib/core/shop'
import { en } from '@/lib/core/i18n/en'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { Actions } from './actions'

const shop = { id: 's', notification_url: 'https://shop.example/n', verification_url: '' } as ShopDetail
const read = { id: 'n', headers: {}, hook: 'notification', payload_removed: false, unreadable_reason: null }

const drawn = (raw: string) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Actions shop={shop} notification={{ ...read, raw } as NotificationDetail} />
    </IntlProvider>,
  )

it('says that the command has masked values in it', () => {
  expect(drawn('{"status":"successful"}')).toContain('>Copy as cURL<')
  expect(drawn('{"credit_card":{"token":"••••9f3c"}}')).toContain('>Copy as cURL, masked<')
  expect(drawn('{"customer":{"first_name":"•••"}}')).toContain('>Copy as cURL, masked<')
})
