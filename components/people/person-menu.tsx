'use client'
import { Ban, KeyRound, LogOut, RotateCcw, UserCog } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import type { Person } from '@/lib/people/schema'

export type PersonAction = 'role' | 'disable' | 'enable' | 'endSessions' | 'resetLink'

interface PersonMenuProps extends OpenedMenuProps {
  person: Person
  onAction: (action: PersonAction) => void
}

const icon = { 'aria-hidden': true, size: 15 } as const

/** An owner's actions on a person. Leaves out actions by which people would lock themselves out. */
export default function PersonMenu({ person, onAction, opened }: PersonMenuProps) {
  const t = useTranslations('people')
  const act = (action: PersonAction) => ({ id: action, onAction: () => onAction(action) })
  if (person.state === 'disabled')
    return (
      <Menu aria-label={t('actionsOf', { name: person.name })} opened={opened}>
        <MenuItem {...act('enable')} icon={<RotateCcw {...icon} />}>
          {t('enable')}
        </MenuItem>
      </Menu>
    )
  const endSessions = (
    <MenuItem {...act('endSessions')} icon={<LogOut {...icon} />}>
      {t('endSessions')}
    </MenuItem>
  )
  if (person.is_you)
    return (
      <Menu aria-label={t('actionsOf', { name: person.name })} opened={opened}>
        <MenuSection title={t('yourself')}>{endSessions}</MenuSection>
      </Menu>
    )
  return (
    <Menu aria-label={t('actionsOf', { name: person.name })} opened={opened}>
      <MenuItem {...act('role')} icon={<UserCog {...icon} />}>
        {t('changeRole')}
      </MenuItem>
      {endSessions}
      <MenuItem {...act('resetLink')} icon={<KeyRound {...icon} />}>
        {t('resetLink')}
      </MenuItem>
      <MenuItem {...act('disable')} icon={<Ban {...icon} />} isDanger>
        {t('disable')}
      </MenuItem>
    </Menu>
  )
}
