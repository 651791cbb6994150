'use client'
import { UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'

/** What is done with a customer now and then. Loaded on intent. */
export default function MoreMenu({ opened, onAnonymise }: OpenedMenuProps & { onAnonymise: () => void }) {
  const t = useTranslations('customers')
  return (
    <Menu aria-label={t('page.more')} opened={opened} onAction={onAnonymise}>
      <MenuItem id="anonymise" isDanger icon={<UserRoundX aria-hidden size={15} />}>
        {t('anonymising.action')}
      </MenuItem>
    </Menu>
  )
}
