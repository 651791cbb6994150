'use client'
import { useQuery } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LastChange } from '@/components/settings/last-change'
import { SettingsPage } from '@/components/settings/settings-page'
import { UnreachableNote } from '@/components/reach/unreachable-note'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ShopMode } from '@/lib/core/shop'
import type { NotificationSettings } from '@/lib/notifications/settings'
import { notificationSettingsOptions } from '@/lib/notifications/settings-client'
import { EvidenceForm } from './evidence-form'
import { RetentionForm } from './retention-form'
import { VerificationForm } from './verification-form'

interface NotificationSettingsPageProps {
  shop: string
  mode: ShopMode
  /** The shop's name if it is live, to name it before steps that cannot be undone; otherwise null. */
  liveShopName: string | null
}

export function NotificationSettingsPage({ shop, mode, liveShopName }: NotificationSettingsPageProps) {
  const t = useTranslations('notificationSettings')
  const query = useQuery(notificationSettingsOptions(shop))
  return (
    <SettingsPage title={t('title')} query={query} failedTitle={t('failedTitle')}>
      {(settings) => (
        <>
          <Addresses shop={shop} mode={mode} liveShopName={liveShopName} settings={settings} />
          <EvidenceForm shop={shop} settings={settings} />
          <VerificationForm shop={shop} settings={settings} />
          <RetentionForm shop={shop} liveShopName={liveShopName} settings={settings} />
        </>
      )}
    </SettingsPage>
  )
}

const RotateDialog = dynamic(() => import('./rotate-dialog'))

interface AddressesProps {
  shop: string
  mode: ShopMode
  liveShopName: string | null
  settings: NotificationSettings
}

/** Includes old addresses that still work. */
function Addresses({ shop, mode, liveShopName, settings }: AddressesProps) {
  const t = useTranslations('notificationSettings')
  const [isRotating, setIsRotating] = useState(false)
  const old = settings.old_addresses
  return (
    <Card>
      <Section title={t('addresses')}>
        <p className="mb-3 text-md/5">{t('addressesText')}</p>
        <div className="grid gap-3">
          <Address
            label={t('notificationUrl')}
            url={settings.notification_url}
            hint={t('notificationHint')}
          />
          <Address
            label={t('verificationUrl')}
            url={settings.verification_url}
            hint={t('verificationHint')}
          />
        </div>
        <UnreachableNote shop={{ mode, ...settings }} />
        {old.length > 0 && (
          <div className="mt-4">
            <h3 className="text-sm font-medium">{t('oldAddresses')}</h3>
            <ul className="mt-1 grid gap-1 text-sm">
              {old.map(({ notification_url: url, until }) => (
                <li key={url} className="text-muted">
                  <span className="font-mono text-xs wrap-anywhere">{url}</span>
                  <span className="block">{t.rich('answersUntil', { when: when(until) })}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Section>
      <div className="flex flex-wrap gap-2 px-5 py-4 max-md:px-4">
        <Button onPress={() => setIsRotating(true)}>{t('rotate')}</Button>
        <LastChange shop={shop} part="hook_addresses" />
      </div>
      {isRotating && (
        <RotateDialog shop={shop} liveShopName={liveShopName} onClose={() => setIsRotating(false)} />
      )}
    </Card>
  )
}

function Address({ label, url, hint }: { label: string; url: string; hint: string }) {
  const t = useTranslations('notificationSettings')
  const common = useTranslations('common')
  const id = useId()
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-[5px] text-sm font-medium">
        {label}
      </p>
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 rounded-sm border bg-sunken px-2.5 py-1.5 font-mono text-xs/5 wrap-anywhere select-all">
          {url}
        </p>
        <CopyButton
          text={url}
          label={common('copy')}
          aria-label={t('copyOf', { name: label })}
          copiedLabel={common('copied')}
          failedLabel={common('copyFailed')}
        />
      </div>
      <p className="mt-1 text-xs text-muted">{hint}</p>
    </div>
  )
}
