'use client'
import { Ban, KeyRound, Link2, LogOut, RotateCcw, Trash2, UserCog } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useIsArchived } from '@/components/frame/use-may'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import type { Invitation, Person } from '@/lib/people/schema'

export type PersonAction = 'role' | 'disable' | 'enable' | 'endSessions' | 'resetLink'

interface PersonMenuProps extends OpenedMenuProps {
  person: Person
  onAction: (action: PersonAction) => void
}

const icon = { 'aria-hidden': true, size: 15 } as const

/** An owner's actions on a person. Leaves out actions by which people would lock themselves out. */
export function PersonMenu({ person, onAction, opened }: PersonMenuProps) {
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

export type InvitationAction = 'newLink' | 'revoke'

interface InvitationMenuProps extends OpenedMenuProps {
  invitation: Invitation
  onAction: (action: InvitationAction) => void
}

export function InvitationMenu({ invitation, onAction, opened }: InvitationMenuProps) {
  const t = useTranslations('people')
  const isArchived = useIsArchived()
  return (
    <Menu aria-label={t('actionsOf', { name: invitation.name })} opened={opened}>
      {!isArchived && (
        <MenuItem id="newLink" icon={<Link2 {...icon} />} onAction={() => onAction('newLink')}>
          {t('newLink')}
        </MenuItem>
      )}
      <MenuItem id="revoke" icon={<Trash2 {...icon} />} isDanger onAction={() => onAction('revoke')}>
        {t('revoke')}
      </MenuItem>
    </Menu>
  )
}
