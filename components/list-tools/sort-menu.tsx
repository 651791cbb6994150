'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import { relevance } from '@/lib/core/lists/paging'

interface SortMenuProps extends OpenedMenuProps {
  sort: string
  columns: readonly { id: string; name: string }[]
  hasSearch: boolean
  onChange: (sort: string) => void
}

/** Sorts the cards, which have no headings to press. Loaded on intent. */
export default function SortMenu({ sort, columns, hasSearch, onChange, opened }: SortMenuProps) {
  const t = useTranslations('table')
  const choices = columns.flatMap(({ id, name }) => [
    { id, label: t('ascending', { column: name }) },
    { id: `-${id}`, label: t('descending', { column: name }) },
  ])
  const all = hasSearch ? [{ id: relevance as string, label: t('relevance') }, ...choices] : choices
  return (
    <Menu aria-label={t('sort')} opened={opened} onAction={(key) => onChange(String(key))}>
      {all.map(({ id, label }) => (
        <MenuItem key={id} id={id} end={id === sort && <Check aria-hidden size={15} />}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
