'use client'
import { Copy, ListPlus, Table2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'
import type { useCopyLinks } from './use-copy-links'

interface CopyMenuProps extends OpenedMenuProps {
  copy: ReturnType<typeof useCopyLinks>['copy']
}

const ways = {
  described: { hasDescriptions: true },
  all: { isAll: true },
  allDescribed: { hasDescriptions: true, isAll: true },
}
const icons = { described: Table2, all: Copy, allDescribed: ListPlus }
const names = Object.keys(ways) as (keyof typeof ways)[]

/** Other ways to copy the links of a selection. Loaded on intent. */
export default function CopyMenu({ copy, opened }: CopyMenuProps) {
  const t = useTranslations('checkouts.list')
  return (
    <Menu aria-label={t('otherCopies')} opened={opened} placement="top end">
      {names.map((name) => {
        const Icon = icons[name]
        return (
          <MenuItem
            key={name}
            id={name}
            icon={<Icon aria-hidden size={15} />}
            onAction={() => void copy(ways[name])}
          >
            {t(`copy.${name}`)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
