'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import { densities, type Layout } from './layout'

interface LayoutMenuProps extends OpenedMenuProps {
  layout: Layout
  columns: readonly { id: string; name: string }[]
}

/** Chooses columns and density. Loaded on intent. */
export default function LayoutMenu({ layout, columns, opened }: LayoutMenuProps) {
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
