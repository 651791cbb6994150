import { renderToString } from 'react-dom/server'
import { createFormControl } from 'react-hook-form'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { toastStore } from '@/components/ui/overlays/toast-store'
import { useMadeToast } from './use-creating'

/** Reports that something was created while `typed` was typed, and returns the message. */
function said(typed: string): string {
  const { formControl, subscribe } = createFormControl({ defaultValues: { name: 'Ada' } })
  // Mounts the form.
  subscribe({ formState: { values: true }, callback: () => {} })
  const sent = structuredClone(formControl.getValues())
  formControl.setValue('name', typed)
  const seen = vi.fn<(toastMade: ReturnType<typeof useMadeToast>) => void>()
  function Probe() {
    seen(useMadeToast())
    return null
  }
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Probe />
    </IntlProvider>,
  )
  seen.mock.lastCall?.[0](formControl, { sent, text: 'Ada is created.' })
  return toastStore.get().at(-1)?.text ?? ''
}

it('says that what was typed after sending is not in what was made', () => {
  expect(said('Ada')).toBe('Ada is created.')
  expect(said('Ada L.')).toBe('Ada is created. What you typed after sending is not included.')
})
