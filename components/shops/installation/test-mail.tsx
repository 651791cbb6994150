'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { TrySettings } from '@/components/sending/try-settings'
import { testMail } from '@/lib/shops/client'
import type { MailSettings } from '@/lib/shops/mail-settings'

/** Sends a mail to the administrator with the saved settings, and says in a sentence what is wrong and what to do. */
export function TestMail({ settings }: { settings: MailSettings }) {
  const t = useTranslations('installation.mail')
  const test = useMutation({ mutationFn: testMail })
  const { host, port, sender_address: sender } = settings
  return (
    <TrySettings label={t('test')} test={test}>
      {({ outcome, to, status }) =>
        t(`outcomes.${outcome}`, { host, port: String(port), sender, to, status: String(status ?? '') })
      }
    </TrySettings>
  )
}
