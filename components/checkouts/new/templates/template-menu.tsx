'use client'
import { LayoutTemplate, Save, Settings2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import type { CheckoutTemplate } from '@/lib/checkouts/template'

interface TemplateMenuProps extends OpenedMenuProps {
  templates: readonly CheckoutTemplate[]
  mayWrite: boolean
  onApply: (template: CheckoutTemplate) => void
  onSave: () => void
  onManage: () => void
}

/** Loaded on intent. */
export default function TemplateMenu(props: TemplateMenuProps) {
  const { templates, mayWrite, onApply, onSave, onManage, opened } = props
  const t = useTranslations('checkoutTemplates')
  function act(key: string) {
    if (key === 'save') return onSave()
    if (key === 'manage') return onManage()
    const template = templates.find(({ id }) => id === key)
    if (template) onApply(template)
  }
  return (
    <Menu aria-label={t('title')} opened={opened} onAction={(key) => act(String(key))} className="max-w-80">
      <MenuSection aria-label={t('title')}>
        {templates.length === 0 ? (
          <MenuItem id="none" isDisabled>
            {t('none')}
          </MenuItem>
        ) : (
          templates.map(({ id, name, is_default: isDefault }) => (
            <MenuItem
              key={id}
              id={id}
              textValue={name}
              icon={<LayoutTemplate aria-hidden size={15} />}
              end={isDefault && <Badge>{t('default')}</Badge>}
            >
              {name}
            </MenuItem>
          ))
        )}
      </MenuSection>
      {mayWrite && (
        <MenuSection aria-label={t('manage')}>
          <MenuItem id="save" icon={<Save aria-hidden size={15} />}>
            {t('saveAs')}
          </MenuItem>
          {templates.length > 0 && (
            <MenuItem id="manage" icon={<Settings2 aria-hidden size={15} />}>
              {t('manage')}
            </MenuItem>
          )}
        </MenuSection>
      )}
    </Menu>
  )
}
