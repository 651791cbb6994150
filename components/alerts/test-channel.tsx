'use client'
import { useMutation } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import type { AlertChannel } from '@/lib/alerts/schema'
import { ApiError } from '@/lib/core/http'
import { testAlertChannel } from '@/lib/alerts/client'
import { AnswerFigures } from '@/components/sending/outcome'
import { useAttemptText } from './use-attempt-text'

interface TestChannelProps {
  shop: string
  channel: AlertChannel
  /** The saved setting, not the form's. */
  isOn: boolean
}

/** Sends a test message with the channel's saved settings and shows the outcome. Use it inside the channel's form. */
export function TestChannel({ shop, channel, isOn }: TestChannelProps) {
  const t = useTranslations('alerts')
  const texts = useTranslations('errors')
  const attemptText = useAttemptText()
  const { isDirty } = useFormState()
  const test = useMutation({ mutationFn: () => testAlertChannel(shop, channel) })
  const isGood = test.data?.outcome === 'delivered'
  const failure = test.error instanceof ApiError ? test.error.title : texts('network')
  const said = test.error ? failure : test.data && attemptText({ ...test.data, answer: null })
  if (!isOn) return null
  return (
    <>
      <Button isPending={test.isPending} isDisabled={isDirty} onPress={() => test.mutate()}>
        {t('test')}
      </Button>
      {isDirty && <span className="self-center text-sm text-muted">{t('saveFirst')}</span>}
      <p
        role="status"
        className={cx(
          'basis-full text-md/5 wrap-anywhere empty:hidden',
          isGood ? 'text-accent' : 'text-danger',
        )}
      >
        {isDirty ? null : said}
        {!isDirty && test.data && <AnswerFigures result={test.data} />}
      </p>
    </>
  )
}
