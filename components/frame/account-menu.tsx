'use client'
import { LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '../ui/lazy-menu'
import { Menu, MenuItem, MenuSection } from '../ui/menu'

interface AccountMenuProps extends OpenedMenuProps {
  email: string
  onSignOut: () => void
}

export default function AccountMenu({ email, onSignOut, opened }: AccountMenuProps) {
  const t = useTranslations('auth')
  return (
    <Menu aria-label={t('account')} placement="top start" onAction={onSignOut} opened={opened}>
      <MenuSection title={email}>
        <MenuItem id="sign-out" icon={<LogOut aria-hidden size={15} />}>
          {t('signOut')}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}
