'use client'
import { useTranslations } from 'use-intl'
import { sectionIcons } from '@/components/frame/navigation/nav-list'
import { PageHeader } from '@/components/frame/page-header'
import { Link } from '@/components/ui/link'
import { SettingsList } from './settings-list'

/** All pages of a shop's settings, each with its contents. */
export function SettingsIndex({ shop }: { shop: string }) {
  const t = useTranslations('frame')
  return (
    <>
      <PageHeader title={t('settings.label')} />
      <div className="max-w-3xl">
        <SettingsList
          shop={shop}
          className="divide-y overflow-hidden rounded-md border bg-surface shadow-card empty:hidden"
        >
          {({ href, section }) => {
            const Icon = sectionIcons[section]
            return (
              <li key={href}>
                <Link href={href} className="flex items-start gap-3 px-4 py-3 hover:bg-sunken">
                  <Icon aria-hidden size={17} strokeWidth={1.75} className="mt-0.5 shrink-0 text-muted" />
                  <span className="min-w-0">
                    <span className="block font-medium">{t(`nav.${section}`)}</span>
                    <span className="block text-md/5 text-muted">{t(`settings.about.${section}`)}</span>
                  </span>
                </Link>
              </li>
            )
          }}
        </SettingsList>
      </div>
    </>
  )
}
