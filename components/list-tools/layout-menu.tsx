'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/menu'
import { densities, type Layout } from './layout'

interface LayoutMenuProps extends OpenedMenuProps {
  layout: Layout
  names: Readonly<Record<string, string>>
}

/** Chooses columns and density. Loaded on intent. */
export default function LayoutMenu({ layout, names, opened }: LayoutMenuProps) {
  const t = useTranslations('table')
  const tick = (isOn: boolean) => isOn && <Check aria-hidden size={15} />
  return (
    <Menu aria-label={t('columns')} opened={opened} onAction={(key) => key === 'usual' && layout.showUsual()}>
      <MenuSection
        title={t('columns')}
        selectionMode="multiple"
        selectedKeys={layout.columns}
        onSelectionChange={(keys) => keys !== 'all' && layout.show([...keys].map(String))}
      >
        {layout.all.map((id) => (
          <MenuItem key={id} id={id} end={tick(layout.columns.includes(id))}>
            {names[id]}
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
