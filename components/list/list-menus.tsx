'use client'
import { Check, BookmarkPlus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import { densities, type Layout } from './layout'
import { relevance } from '@/lib/core/lists/paging'
import type { Route } from 'next'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import { useSavedViews, viewOf } from './saved-views'

interface LayoutMenuProps extends OpenedMenuProps {
  layout: Layout
  columns: readonly { id: string; name: string }[]
}

/** Chooses columns and density. Loaded on intent. */
export function LayoutMenu({ layout, columns, opened }: LayoutMenuProps) {
  const t = useTranslations('table')
  const ids = columns.map(({ id }) => id)
  const tick = (isOn: boolean) => isOn && <Check aria-hidden size={15} />
  return (
    <Menu aria-label={t('columns')} opened={opened} onAction={(key) => key === 'usual' && layout.showUsual()}>
      <MenuSection
        title={t('columns')}
        selectionMode="multiple"
        selectedKeys={ids.filter(layout.isShown)}
        onSelectionChange={(keys) => keys !== 'all' && layout.show(ids.filter((id) => keys.has(id)))}
      >
        {columns.map(({ id, name }) => (
          <MenuItem key={id} id={id} end={tick(layout.isShown(id))}>
            {name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection
        title={t('density')}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[layout.density]}
        onSelectionChange={(keys) => {
          const chosen = densities.find((density) => keys !== 'all' && keys.has(density))
          if (chosen) layout.setDensity(chosen)
        }}
      >
        {densities.map((density) => (
          <MenuItem key={density} id={density} end={tick(layout.density === density)}>
            {t(density)}
          </MenuItem>
        ))}
      </MenuSection>
      {!layout.isUsual && (
        <MenuSection aria-label={t('resetColumns')}>
          <MenuItem id="usual">{t('resetColumns')}</MenuItem>
        </MenuSection>
      )}
    </Menu>
  )
}

interface SortMenuProps extends OpenedMenuProps {
  sort: string
  columns: readonly { id: string; name: string }[]
  hasSearch: boolean
  onChange: (sort: string) => void
}

/** Sorts the cards, which have no headings to press. Loaded on intent. */
export function SortMenu({ sort, columns, hasSearch, onChange, opened }: SortMenuProps) {
  const t = useTranslations('table')
  const choices = columns.flatMap(({ id, name }) => [
    { id, label: t('ascending', { column: name }) },
    { id: `-${id}`, label: t('descending', { column: name }) },
  ])
  const all = hasSearch ? [{ id: relevance as string, label: t('relevance') }, ...choices] : choices
  return (
    <Menu aria-label={t('sort')} opened={opened} onAction={(key) => onChange(String(key))}>
      {all.map(({ id, label }) => (
        <MenuItem key={id} id={id} end={id === sort && <Check aria-hidden size={15} />}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface ViewsMenuProps extends OpenedMenuProps {
  of: string
  shop: string
  onSave: () => void
}

/** The saved views. The current one can be deleted. Loaded on intent. */
export function ViewsMenu({ of, shop, onSave, opened }: ViewsMenuProps) {
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
