'use client'
import { LogOut, Plus, ShieldQuestion, SlidersHorizontal, UserRound, Check } from 'lucide-react'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '../../ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '../../ui/overlays/menu'
import { type Theme, themeIcons, themes } from './theme'

interface AccountMenuProps extends OpenedMenuProps {
  email: string
  /** Whether the person may change the installation's settings. */
  isAdministrator: boolean
  mayAddShops: boolean
  onSignOut: () => void
}

export function AccountMenu(props: AccountMenuProps) {
  const { email, isAdministrator, mayAddShops, onSignOut, opened } = props
  const t = useTranslations('auth')
  const frame = useTranslations('frame')
  const { shop } = useParams<{ shop?: string }>()
  return (
    <Menu
      aria-label={t('account')}
      placement="top start"
      opened={opened}
      onAction={(key) => key === 'sign-out' && onSignOut()}
    >
      <MenuSection title={email}>
        <MenuItem id="account" href="/account" icon={<UserRound aria-hidden size={15} />}>
          {t('myAccount')}
        </MenuItem>
        {shop && (
          <MenuItem id="roles" href={`/shops/${shop}/roles`} icon={<ShieldQuestion aria-hidden size={15} />}>
            {t('roles')}
          </MenuItem>
        )}
        {mayAddShops && (
          <MenuItem id="add-shop" href="/shops/new" icon={<Plus aria-hidden size={15} />}>
            {frame('addShop')}
          </MenuItem>
        )}
        {isAdministrator && (
          <MenuItem id="installation" href="/installation" icon={<SlidersHorizontal aria-hidden size={15} />}>
            {frame('installation')}
          </MenuItem>
        )}
        <MenuItem id="sign-out" icon={<LogOut aria-hidden size={15} />}>
          {t('signOut')}
        </MenuItem>
      </MenuSection>
    </Menu>
  )
}

interface ThemeMenuProps extends OpenedMenuProps {
  theme: Theme
  onChange: (theme: Theme) => void
}

export function ThemeMenu({ theme, onChange, opened }: ThemeMenuProps) {
  const t = useTranslations('frame.theme')
  return (
    <Menu
      aria-label={t('label')}
      placement="top end"
      opened={opened}
      onAction={(key) => {
        const chosen = themes.find((entry) => entry === key)
        if (chosen) onChange(chosen)
      }}
    >
      {themes.map((entry) => {
        const Icon = themeIcons[entry]
        return (
          <MenuItem
            key={entry}
            id={entry}
            icon={<Icon aria-hidden size={15} />}
            end={entry === theme && <Check aria-hidden size={15} />}
          >
            {t(entry)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
