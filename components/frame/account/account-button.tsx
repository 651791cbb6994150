'use client'
import { useTranslations } from 'use-intl'
import { LazyMenu } from '../../ui/overlays/lazy-menu'
import { initials } from './initials'
import type { FrameAccount } from '../types'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

interface AccountButtonProps {
  account: FrameAccount
  onSignOut: () => void
}

const loadMenu = lazyWithMessages(() => import('./account-menu'))

export function AccountButton({ account, onSignOut }: AccountButtonProps) {
  const t = useTranslations('auth')
  const role = t(`role.${account.role}`)
  // If the name equals the role's name, show the e-mail address instead.
  const name = account.name === role ? account.email : account.name
  return (
    <LazyMenu
      load={loadMenu}
      menu={{ ...account, onSignOut }}
      className="flex min-h-10 min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 text-start text-sm text-muted hover:bg-sunken"
    >
      <span
        aria-hidden
        className="grid size-[26px] shrink-0 place-items-center rounded-full bg-accent text-2xs font-semibold text-on-accent"
      >
        {initials(account.name || account.email)}
      </span>
      <span className="min-w-0">
        {name && (
          <span dir="auto" className="block truncate text-text">
            {name}
          </span>
        )}
        <span className="block truncate">{role}</span>
      </span>
    </LazyMenu>
  )
}
