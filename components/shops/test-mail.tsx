'use client'
import { useMutation } from '@tanstack/react-query'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { ApiError } from '@/lib/core/http'
import { testMail } from '@/lib/shops/client'
import type { MailSettings, MailTestResult } from '@/lib/shops/mail-settings'

/**
 * Sends a mail to the administrator with the saved settings, and says in a sentence what is wrong and what to do. Use it
 * inside the form of these settings.
 */
export function TestMail({ settings }: { settings: MailSettings }) {
  const t = useTranslations('installation.mail')
  const texts = useTranslations('errors')
  const { isDirty } = useFormState()
  const test = useMutation({ mutationFn: testMail })
  const failure = test.error instanceof ApiError ? test.error.title : texts('network')
  const { host, port, sender_address: sender } = settings
  const sentence = ({ outcome, to, status }: MailTestResult) =>
    t(`outcomes.${outcome}`, { host, port: String(port), sender, to, status: String(status ?? '') })
  const said = test.error ? failure : test.data && sentence(test.data)
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
          test.data?.outcome === 'delivered' ? 'text-accent' : 'text-danger',
        )}
      >
        {isDirty ? null : said}
      </p>
    </>
  )
}
