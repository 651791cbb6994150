import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { useSteps } from './order-forms'

const Steps = ({ currency }: { currency: string }) => (
  <>
    {useSteps(currency)
      .map(({ label }) => label)
      .join('; ')}
  </>
)

it.each([
  ['EUR', '50 minor units, as €0.50; 100 minor units, as €1.00'],
  ['JPY', '50 minor units, as ¥50; 100 minor units, as ¥100'],
  ['KWD', '50 minor units, as KWD\u00a00.050; 100 minor units, as KWD\u00a00.100'],
  ['', '50 minor units; 100 minor units'],
])('says what steps of a price are in %s', (currency, expected) => {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Steps currency={currency} />
    </IntlProvider>,
  )
  expect(html).toContain(`${expected}; 1,000 minor units`)
})
