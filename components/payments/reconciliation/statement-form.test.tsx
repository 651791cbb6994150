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

const shown = (columns: (string | null)[], sent: number | null = null) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <StatementForm
        preview={{ ...preview, mapping: { ...preview.mapping, columns } } as StatementPreview}
        sent={sent}
        onStart={() => {}}
      />
    </IntlProvider>,
  )

it('warns if no column says which payment a row is about', () => {
  const warning = en.reconciliation.noReferenceColumn
  expect(shown(['time', 'amount'])).toContain(warning)
  expect(shown(['uid', 'amount'])).not.toContain(warning)
  expect(shown([null, null])).not.toContain(warning)
})

it.each([
  [null, false],
  [0, true],
  [1, true],
])('asks before an upload ends: %j of the file is sent', (sent, isDirty) => {
  shown(['uid', 'amount'], sent)
  expect(guard.mock.lastCall?.[0]).toMatchObject({ isDirty, isUploading: isDirty })
})
