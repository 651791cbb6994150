'use client'
import { useQuery } from '@tanstack/react-query'
import { Activity, BellRing, DatabaseBackup, History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { LinkButton } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page-title'
import { installationOptions, mailSettingsOptions } from '@/lib/shops/client'
import { AddersForm, AnchorForm, FactorForm, NetworksForm, SandboxSwitches } from './forms'
import { MailForm } from './mail-form'

/** Settings of the whole installation, for its administrators. */
export function InstallationPage() {
  const t = useTranslations('installation')
  const query = useQuery(installationOptions())
  const mail = useQuery(mailSettingsOptions())
  return (
    <>
      <PageTitle className="mb-4">{t('title')}</PageTitle>
      <div className="grid gap-4">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && (
          <>
            <AddersForm settings={query.data} />
            <FactorForm settings={query.data} />
            <SandboxSwitches settings={query.data} />
            <NetworksForm settings={query.data} />
            <AnchorForm settings={query.data} />
          </>
        )}
        {mail.isError && !mail.data && <QueryError query={mail} title={t('failedTitle')} />}
        {mail.data && <MailForm settings={mail.data} />}
        <p className="flex flex-wrap gap-2">
          <LinkButton href="/installation/alerts" icon={<BellRing aria-hidden size={15} />}>
            {t('alerts')}
          </LinkButton>
          <LinkButton href="/installation/activity" icon={<History aria-hidden size={15} />}>
            {t('activity')}
          </LinkButton>
          <LinkButton href="/installation/backups" icon={<DatabaseBackup aria-hidden size={15} />}>
            {t('backups')}
          </LinkButton>
          <LinkButton href="/installation/diagnosis" icon={<Activity aria-hidden size={15} />}>
            {t('diagnosis')}
          </LinkButton>
        </p>
      </div>
    </>
  )
}
