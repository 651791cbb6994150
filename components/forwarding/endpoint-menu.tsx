'use client'
import { Ban, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { Endpoint } from '@/lib/forwarding/schema'

export type EndpointAction = 'test' | 'edit' | 'rotate' | 'disable' | 'resume' | 'remove'

interface EndpointMenuProps extends OpenedMenuProps {
  endpoint: Endpoint
  mayManage: boolean
  onAction: (action: EndpointAction) => void
}

const icon = { 'aria-hidden': true, size: 15 } as const

/** The actions on an endpoint. Loaded on intent. */
export default function EndpointMenu({ endpoint, mayManage, onAction, opened }: EndpointMenuProps) {
  const t = useTranslations('forwarding')
  const act = (action: EndpointAction) => ({ id: action, onAction: () => onAction(action) })
  return (
    <Menu aria-label={t('actionsOf', { name: endpoint.name })} opened={opened}>
      <MenuItem {...act('test')} icon={<Send {...icon} />}>
        {t('test')}
      </MenuItem>
      {mayManage && (
        <>
          <MenuItem {...act('edit')} icon={<Pencil {...icon} />}>
            {t('edit')}
          </MenuItem>
          <MenuItem {...act('rotate')} icon={<KeyRound {...icon} />}>
            {t('rotate')}
          </MenuItem>
          {endpoint.enabled && (
            <MenuItem {...act('disable')} icon={<Ban {...icon} />}>
              {t('disable')}
            </MenuItem>
          )}
          <MenuItem {...act('remove')} icon={<Trash2 {...icon} />} isDanger>
            {t('remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
