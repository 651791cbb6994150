'use client'
import { useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import type { ConnectionReport } from '@/lib/shops/schema'

/** Tests what a form holds, without saving it: leaving the page still asks. */
export function useConnectionTest<V extends FieldValues, Output>(
  form: UseFormReturn<V, unknown, Output>,
  send: (values: Output) => Promise<ConnectionReport>,
) {
  const showFailure = useSubmitFailure()
  const [report, setReport] = useState<ConnectionReport | null>(null)
  const [isTesting, setIsTesting] = useState(false)
  async function test() {
    await form.handleSubmit(async (values) => {
      setIsTesting(true)
      setReport(null)
      await send(values)
        .then(setReport, (error: unknown) => showFailure(form, error))
        .finally(() => setIsTesting(false))
    })()
    // What was tested does not count as sent.
    const keep = { keepValues: true, keepDefaultValues: true, keepDirty: true, keepTouched: true }
    form.reset(undefined, { ...keep, keepErrors: true, keepSubmitCount: true })
  }
  return { report, setReport, isTesting, test }
}
