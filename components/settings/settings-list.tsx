'use client'
import { Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useContext, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { leave } from '@/components/form/drafts/leave-guard'
import { sectionsOf, type Sections } from '@/components/frame/navigation/sections'
import { useFindSettings } from '@/components/frame/navigation/use-find'
import { CurrentRole } from '@/components/frame/use-may'

interface SettingsListProps {
  shop: string
  className?: string
  children: (page: Sections['settings'][number]) => ReactNode
}

/** The pages of the settings that this person may open, with a search of what is on them. */
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
