'use client'
import { Table2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { useCopyLinks } from './bulk-bar'

interface CopyMenuProps extends OpenedMenuProps {
  copy: ReturnType<typeof useCopyLinks>['copy']
}

/** The other ways to copy links. Loaded on intent. */
export default function CopyMenu({ copy, opened }: CopyMenuProps) {
  const t = useTranslations('checkouts.list')
  return (
    <Menu aria-label={t('otherCopies')} opened={opened} placement="top end">
      <MenuItem icon={<Table2 aria-hidden size={15} />} onAction={() => void copy({ hasDescriptions: true })}>
        {t('copyDescribed')}
      </MenuItem>
    </Menu>
  )
}
