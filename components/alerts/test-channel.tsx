'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { AnswerFigures } from '@/components/sending/outcome'
import { TrySettings } from '@/components/sending/try-settings'
import { testAlertChannel } from '@/lib/alerts/client'
import type { AlertChannel } from '@/lib/alerts/schema'
import { useAttemptText } from './use-alert-text'

interface TestChannelProps {
  shop: string
  channel: AlertChannel
  /** The saved setting, not the form's. */
  isOn: boolean
}

/** Sends a test message with the channel's saved settings and shows the outcome. */
export function TestChannel({ shop, channel, isOn }: TestChannelProps) {
  const t = useTranslations('alerts')
  const attemptText = useAttemptText()
  const test = useMutation({ mutationFn: () => testAlertChannel(shop, channel) })
  if (!isOn) return null
  return (
    <TrySettings label={t('test')} test={test}>
      {(result) => (
        <>
          {attemptText({ ...result, answer: null })}
          <AnswerFigures result={result} />
        </>
      )}
    </TrySettings>
  )
}
