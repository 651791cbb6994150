import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { StatementPreview } from '@/lib/payments/reconciliation/reconciliation'
import { StatementForm } from './statement-form'

const guard = vi.hoisted(() => vi.fn<(props: object) => null>(() => null))
vi.mock('@/components/form/drafts/unsaved-guard', () => ({ UnsavedGuard: guard }))

const preview = {
  header: ['uid', 'amount'],
  sample: [],
  mapping: { columns: ['uid', 'amount'], types: {}, amounts: 'minor', currency: 'EUR' },
  undecided: [],
  remembered: false,
} as unknown as StatementPreview

it.each([
  [null, false],
  [0, true],
  [1, true],
])('asks before an upload ends: %j of the file is sent', (sent, isDirty) => {
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <StatementForm preview={preview} sent={sent} onStart={() => {}} />
    </IntlProvider>,
  )
  expect(guard.mock.lastCall?.[0]).toMatchObject({ isDirty, isUploading: isDirty })
})
