'use client'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { ApiError } from '@/lib/core/api/http'
import { type ConnectionReport, connectionReport, connectionTest } from '@/lib/shops/schema'

/**
 * Tests the form's values without saving them: leaving the page still asks. A change of the tested values removes the
 * report and the choice to save anyway.
 */
export function useConnectionTest<V extends FieldValues & { accept_untested?: boolean }, Output>(
  form: UseFormReturn<V, unknown, Output>,
  send: (values: Output) => Promise<ConnectionReport>,
) {
  const showFailure = useSubmitFailure()
  const [report, setReport] = useState<ConnectionReport | null>(null)
  const [isTesting, setIsTesting] = useState(false)
  const forget = useEffectEvent((field: string | undefined) => {
    if (report === null || field === undefined || !(field in connectionTest.shape)) return
    setReport(null)
    form.setValue('accept_untested' as Path<V>, false as PathValue<V, Path<V>>)
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ name }) => forget(name) }),
    [form],
  )

  async function test() {
    setReport(null)
    await form.handleSubmit(async (values) => {
      setIsTesting(true)
      await send(values)
        .then(setReport, (error: unknown) => showFailure(form, error))
        .finally(() => setIsTesting(false))
    })()
    // A test does not count as a submission.
    const keep = { keepValues: true, keepDefaultValues: true, keepDirty: true, keepTouched: true }
    form.reset(undefined, { ...keep, keepErrors: true, keepSubmitCount: true })
  }
  return { report, setReport, isTesting, test }
}

/** The report of a test that refused to save; null for any other error. */
export function reportIn(error: unknown): ConnectionReport | null {
  if (!(error instanceof ApiError) || error.code !== 'connection_failed') return null
  return connectionReport.safeParse(error.current.report).data ?? null
}
