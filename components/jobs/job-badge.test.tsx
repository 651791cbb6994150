import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { JobDetail } from '@/lib/jobs/schema'
import { useStandingText } from './job-badge'

const none = { total: 0, pending: 0, planned: 0, invalid: 0, unchanged: 0, sending: 0 }
const nothing = { ...none, done: 0, failed: 0, unconfirmed: 0, skipped: 0 }

type Ended = Pick<JobDetail, 'kind' | 'changed'> & { counts: Partial<JobDetail['counts']> }
const Text = ({ job }: { job: Ended }) => (
  <>{useStandingText({ ...job, state: 'done', undoes: null, counts: { ...nothing, ...job.counts } })}</>
)

it.each<[Ended, string]>([
  [{ kind: 'products.import', changed: 0, counts: { done: 2, invalid: 1 } }, '2 made, 1 refused'],
  [{ kind: 'products.import', changed: 2, counts: { done: 2, skipped: 1 } }, '2 done, 1 not done'],
  [{ kind: 'customers.import', changed: 0, counts: { done: 2, skipped: 1 } }, '2 made, 1 left out'],
  [{ kind: 'products.bulk', changed: 2, counts: { done: 2, failed: 1 } }, '2 done, 1 not done'],
])('says what became of %j', (job, expected) => {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Text job={job} />
    </IntlProvider>,
  )
  expect(html).toBe(expected)
})
