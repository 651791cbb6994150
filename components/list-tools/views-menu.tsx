'use client'
import { BookmarkPlus, Check, Trash2 } from 'lucide-react'
import type { Route } from 'next'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import { useSavedViews, viewOf } from './saved-views'

interface ViewsMenuProps extends OpenedMenuProps {
  of: string
  shop: string
  onSave: () => void
}

/** The saved views. The current one can be deleted. Loaded on intent. */
export default function ViewsMenu({ of, shop, onSave, opened }: ViewsMenuProps) {
  const t = useTranslations('table')
  const { views, remove } = useSavedViews(of, shop)
  const router = useRouter()
  const path = usePathname()
  const here = viewOf(new URLSearchParams(useSearchParams()))
  const shown = views.find(({ search }) => search === here)

  function act(key: string) {
    if (key === 'save') return onSave()
    if (key === 'delete' && shown) {
      remove(shown.name)
      return toast(t('viewDeleted', { name: shortName(shown.name) }))
    }
    const view = views.find(({ name }) => `view ${name}` === key)
    if (view) router.push(`${path}${view.search ? `?${view.search}` : ''}` as Route)
  }
  return (
    <Menu aria-label={t('views')} opened={opened} onAction={(key) => act(String(key))} className="max-w-72">
      <MenuSection aria-label={t('views')}>
        {views.length === 0 ? (
          <MenuItem id="none" isDisabled>
            {t('noViews')}
          </MenuItem>
        ) : (
          views.map(({ name }) => (
            <MenuItem
              key={name}
              id={`view ${name}`}
              end={name === shown?.name && <Check aria-hidden size={15} />}
            >
              {name}
            </MenuItem>
          ))
        )}
      </MenuSection>
      <MenuSection aria-label={t('saveView')}>
        <MenuItem id="save" icon={<BookmarkPlus aria-hidden size={15} />}>
          {t('saveView')}
        </MenuItem>
        {shown && (
          <MenuItem id="delete" icon={<Trash2 aria-hidden size={15} />}>
            {t('deleteView', { name: shown.name })}
          </MenuItem>
        )}
      </MenuSection>
    </Menu>
  )
}
