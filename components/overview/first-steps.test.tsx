import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { en } from '@/lib/core/i18n/en'
import { firstStepsOptions } from '@/lib/overview/client'
import { FirstSteps } from './first-steps'

vi.mock('@tanstack/react-query', async (load) => ({
  ...(await load<object>()),
  useMutation: () => ({ isPending: false, isError: true, mutate: () => {} }),
}))

/** The card after a change of it failed. */
function seen(dismissed: boolean): string {
  const client = new QueryClient()
  client.setQueryData(firstStepsOptions('s').queryKey, {
    steps: [{ name: 'product', done: false, problem: null }],
    dismissed,
  })
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <CurrentRole value={{ role: 'owner', allows: { hasSupportCheckouts: false, isArchived: false } }}>
          <FirstSteps shop={{ id: 's', mode: 'test', notification_url: 'https://office.example' }} />
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

it('says that a change was not saved, whichever it was', () => {
  expect(seen(false)).toContain(en.overview.steps.notSaved)
  expect(seen(true)).toContain(en.overview.steps.notSaved)
})
