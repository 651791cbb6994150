'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { installationChangesOptions, settingsChangesOptions } from '@/lib/shops/client'
import type { InstallationPart, LastChange as Change, SettingsPart } from '@/lib/shops/settings-changes'
import { when } from '../time/when'

/** Says who changed this part of the shop's settings last, and when. */
export function LastChange({ shop, part }: { shop: string; part: SettingsPart }) {
  const { data } = useQuery(settingsChangesOptions(shop))
  return <ChangedBy change={data?.[part]} />
}

/** Says who changed this part of the installation's settings last, and when. */
export function LastInstallationChange({ part }: { part: InstallationPart }) {
  const { data } = useQuery(installationChangesOptions())
  return <ChangedBy change={data?.[part]} />
}

function ChangedBy({ change }: { change: Change | undefined }) {
  const t = useTranslations('form')
  if (!change) return null
  return (
    <p className="self-center text-sm wrap-anywhere text-muted">
      {change.by === null
        ? t.rich('changedAt', { when: when(change.at) })
        : t.rich('changedBy', { name: change.by, when: when(change.at) })}
    </p>
  )
}
