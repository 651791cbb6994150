'use client'
import { ChevronLeft } from 'lucide-react'
import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { NavLink } from '@/components/frame/navigation/nav-list'
import { Link } from '@/components/ui/link'
import { SettingsList } from './settings-list'

/** The frame of the settings: beside each page their list, on narrow windows a way back to it. */
export function SettingsFrame({ shop, children }: { shop: string; children: ReactNode }) {
  const t = useTranslations('frame.settings')
  const home = `/shops/${shop}/settings` as Route
  if (usePathname() === home) return children
  return (
    <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-7">
      <div className="max-lg:hidden print:hidden">
        <SettingsList shop={shop} className="flex flex-col gap-0.5">
          {(page) => <NavLink key={page.href} {...page} />}
        </SettingsList>
      </div>
      <div className="min-w-0">
        <Link
          href={home}
          className="mb-0.5 -ms-1 inline-flex min-h-6 items-center gap-1 rounded-xs text-md text-muted hover:text-text hover:underline lg:hidden print:hidden"
        >
          <ChevronLeft aria-hidden size={15} className="rtl:-scale-x-100" />
          {t('label')}
        </Link>
        {children}
      </div>
    </div>
  )
}
