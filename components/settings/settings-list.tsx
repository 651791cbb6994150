'use client'
import { ChevronLeft, Search } from 'lucide-react'
import type { Route } from 'next'
import { usePathname, useRouter } from 'next/navigation'
import { type ReactNode, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NavLink } from '@/components/frame/navigation/nav-list'
import { Link } from '@/components/ui/link'
import { leave } from '@/components/form/drafts/leave-guards'
import { sectionsOf, type Sections } from '@/components/frame/navigation/sections'
import { useFindSettings } from '@/components/frame/navigation/use-find'
import { CurrentRole } from '@/components/frame/use-may'

/** The frame of the settings: their list beside each page, or a way back to it in narrow windows. */
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

interface SettingsListProps {
  shop: string
  className?: string
  children: (page: Sections['settings'][number]) => ReactNode
}

/** The pages of the settings that this person may open, with a search of their contents. */
export function SettingsList({ shop, className, children }: SettingsListProps) {
  const t = useTranslations('frame.settings')
  const router = useRouter()
  const find = useFindSettings()
  const [text, setText] = useState('')
  const rights = useContext(CurrentRole)
  const found = find(sectionsOf(`/shops/${shop}`, rights).settings, text)
  return (
    <>
      <form
        role="search"
        aria-label={t('find')}
        className="field-box mb-2 flex items-center gap-2 px-2.5 focus-within:field-box-focus"
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first) leave(() => router.push(first.href))
        }}
      >
        <Search aria-hidden size={14} className="shrink-0 text-muted" />
        <input
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="h-7.5 w-full min-w-0 bg-transparent outline-none max-md:h-9"
        />
      </form>
      <nav aria-label={t('label')}>
        <ul className={className}>{found.map(children)}</ul>
      </nav>
      {found.length === 0 && (
        <p role="status" className="px-2 py-3 text-md text-muted">
          {t('nothing')}
        </p>
      )}
    </>
  )
}
