'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'
import { productSortColumns, relevance } from '@/lib/contracts/paging'
import { useColumnNames } from './column-names'

interface SortMenuProps extends OpenedMenuProps {
  sort: string
  hasSearch: boolean
  onChange: (sort: string) => void
}

/** The order of the cards, which have no headings to press. Loaded on intent. */
export default function SortMenu({ sort, hasSearch, onChange, opened }: SortMenuProps) {
  const t = useTranslations('products.list')
  const table = useTranslations('table')
  const names = { name: t('name'), ...useColumnNames() }
  const choices = productSortColumns.flatMap((column) => [
    { id: column, label: t('ascending', { column: names[column] }) },
    { id: `-${column}`, label: t('descending', { column: names[column] }) },
  ])
  const all = hasSearch ? [{ id: relevance as string, label: t('relevance') }, ...choices] : choices
  return (
    <Menu aria-label={table('sort')} opened={opened} onAction={(key) => onChange(String(key))}>
      {all.map(({ id, label }) => (
        <MenuItem key={id} id={id} end={id === sort && <Check aria-hidden size={15} />}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
