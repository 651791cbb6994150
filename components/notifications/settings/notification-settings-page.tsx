'use client'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch, FormTextArea } from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { InUse } from '@/components/frame/in-use'
import { UnreachableNote } from '@/components/reach/unreachable-note'
import { LastChange } from '@/components/settings/last-change'
import { SettingsCard, SettingsPage } from '@/components/settings/settings-form'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { dynamic } from '@/components/ui/dynamic'
import { CopyButton } from '@/components/ui/text/copy-button'
import type { ShopMode } from '@/lib/core/shop'
import type { NotificationSettings, NotificationSettingsForm } from '@/lib/notifications/settings'
import { notificationSettingsOptions } from '@/lib/notifications/client'
import { RetentionForm } from './retention-form'
import { useNotificationSettingsForm } from './use-notification-settings-form'
import { VerificationForm } from './verification-form'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

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

const RotateDialog = dynamic(lazyWithMessages(() => import('./dialogs').then((m) => m.RotateDialog)))

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
      <div className="flex flex-wrap gap-2 px-5 py-4 empty:hidden max-md:px-4">
        <InUse>
          <Button onPress={() => setIsRotating(true)}>{t('rotate')}</Button>
        </InUse>
        <LastChange shop={shop} part="hook_addresses" />
      </div>
      {isRotating && (
        <RotateDialog
          shop={shop}
          liveShopName={liveShopName}
          version={settings.version}
          onClose={() => setIsRotating(false)}
        />
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
        <CopyButton text={url} label={common('copy')} aria-label={t('copyOf', { name: label })} />
      </div>
      <p className="mt-1 text-xs text-muted">{hint}</p>
    </div>
  )
}

const valuesOf = (settings: NotificationSettings) => ({
  public_key: settings.public_key ?? '',
  networks: settings.networks,
  network_is_enough: settings.network_is_enough,
})

function EvidenceForm({ shop, settings }: { shop: string; settings: NotificationSettings }) {
  const t = useTranslations('notificationSettings')
  const { form, save } = useNotificationSettingsForm(shop, { settings, valuesOf, prepare })
  const { control } = form
  const networks = useWatch({ control, name: 'networks' })
  const isEnough = useWatch({ control, name: 'network_is_enough' })
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveEvidence')}
      shop={shop}
      part="evidence"
      title={t('evidence')}
      text={t('evidenceText')}
    >
      <FormTextArea
        control={control}
        name="public_key"
        label={t('publicKey')}
        hint={t('publicKeyHint')}
        rows={5}
        isMono
      />
      <FormLines control={control} name="networks" label={t('networks')} hint={t('networksHint')} isMono />
      {filledLines(networks ?? []).length > 0 && (
        <div>
          <FormSwitch control={control} name="network_is_enough" hint={t('enoughHint')}>
            {t('enough')}
          </FormSwitch>
          {isEnough && (
            <p role="status" className="mt-2.5 rounded-md bg-danger-weak px-3 py-2 text-md/5 text-danger">
              {t('enoughWarning')}
            </p>
          )}
        </div>
      )}
    </SettingsCard>
  )
}

/** An empty key becomes null. Without networks, a network match cannot be enough. */
function prepare({ public_key: key, networks = [], network_is_enough: isEnough }: NotificationSettingsForm) {
  const named = filledLines(networks)
  return {
    public_key: key?.trim() ? key : null,
    networks: named,
    network_is_enough: named.length > 0 && isEnough === true,
  }
}
