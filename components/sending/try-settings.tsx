'use client'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { ApiError } from '@/lib/core/api/http'

interface TrySettingsProps<Result> {
  label: string
  test: UseMutationResult<Result, Error, void>
  children: (result: Result) => ReactNode
}

/** Tries the saved settings of the form around it, and shows the outcome until the form changes. */
export function TrySettings<Result extends { outcome: string }>(props: TrySettingsProps<Result>) {
  const { label, test, children } = props
  const t = useTranslations('form')
  const texts = useTranslations('errors')
  const { isDirty } = useFormState()
  const failure = test.error instanceof ApiError ? test.error.title : texts('network')
  return (
    <>
      <Button isPending={test.isPending} isDisabled={isDirty} onPress={() => test.mutate()}>
        {label}
      </Button>
      {isDirty && <span className="self-center text-sm text-muted">{t('saveFirst')}</span>}
      <p
        role="status"
        className={cx(
          'basis-full text-md/5 wrap-anywhere empty:hidden',
          test.data?.outcome === 'delivered' ? 'text-accent' : 'text-danger',
        )}
      >
        {isDirty ? null : test.error ? failure : test.data && children(test.data)}
      </p>
    </>
  )
}
