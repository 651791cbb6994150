'use client'
import { Link2, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { Invitation } from '@/lib/people/schema'

export type InvitationAction = 'newLink' | 'revoke'

interface InvitationMenuProps extends OpenedMenuProps {
  invitation: Invitation
  onAction: (action: InvitationAction) => void
}

const icon = { 'aria-hidden': true, size: 15 } as const

export default function InvitationMenu({ invitation, onAction, opened }: InvitationMenuProps) {
  const t = useTranslations('people')
  return (
    <Menu aria-label={t('actionsOf', { name: invitation.name })} opened={opened}>
      <MenuItem id="newLink" icon={<Link2 {...icon} />} onAction={() => onAction('newLink')}>
        {t('newLink')}
      </MenuItem>
      <MenuItem id="revoke" icon={<Trash2 {...icon} />} isDanger onAction={() => onAction('revoke')}>
        {t('revoke')}
      </MenuItem>
    </Menu>
  )
}
