'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { Menu } from 'react-aria-components/Menu'
import { TextField } from 'react-aria-components/TextField'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Personal } from '@/components/data-table/personal'
import { listClass } from '@/components/ui/overlays/popover'
import { MenuItem } from '@/components/ui/overlays/menu'
import { useSettled } from '@/components/ui/press/use-settled'
import { visibleName } from '@/components/ui/text/visible-text'
import { customerListOptions } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDetail, CustomerListItem } from '@/lib/customers/schema'
import { Avatar, NameText } from '@/components/customers/cells'

/** Results shown. Typing more finds the others. */
const shown = 8

interface MergeDialogProps {
  shop: string
  customer: CustomerDetail
  onChoose: (other: CustomerListItem) => void
  onClose: () => void
}

/** Finds a customer to compare with, using the list's search. Loaded on intent. */
export default function MergeDialog({ shop, customer, onChoose, onClose }: MergeDialogProps) {
  const t = useTranslations('customers.merging')
  const [text, setText] = useState('')
  const { found, state } = useFound(shop, customer, text)
  return (
    <OpenDialog size="md" title={t('withTitle')} onClose={onClose}>
      <p className="mb-3 text-md/5 text-muted">{visibleName(t('withText', { name: titleOf(customer) }))}</p>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <TextField
          aria-label={t('search')}
          autoFocus
          className="field-box flex items-center gap-2 px-2.5 focus-within:field-box-focus"
        >
          <Search aria-hidden size={15} className="shrink-0 text-muted" />
          <Input
            placeholder={t('search')}
            className="h-8 w-full min-w-0 bg-transparent text-base outline-none max-md:h-10 max-md:text-[1rem]"
          />
        </TextField>
        {/* An empty menu would show its message in an item without a name. */}
        {found.length > 0 && (
          <Menu
            aria-label={t('results')}
            className={`${listClass} -mx-1 mt-2`}
            onAction={(id) => {
              const other = found.find((one) => one.id === id)
              if (other) onChoose(other)
            }}
          >
            {found.map((one) => (
              <MenuItem key={one.id} id={one.id} textValue={titleOf(one)}>
                <Found customer={one} />
              </MenuItem>
            ))}
          </Menu>
        )}
      </Autocomplete>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'mt-2 min-h-9 px-2 py-2 text-md text-muted'}>
        {found.length > 0 || state === 'idle' ? '' : t(state)}
      </p>
    </OpenDialog>
  )
}

function Found({ customer }: { customer: CustomerListItem }) {
  const { id, email, masked, marks } = customer
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-0.5">
      <Avatar customer={customer} />
      <span className="min-w-0">
        <NameText customer={customer} className="block truncate font-medium" />
        <span className="flex flex-wrap gap-x-2.5 text-sm text-muted">
          <span className="min-w-0 truncate">
            <Personal text={email} isMasked={masked} marks={marks?.email} />
          </span>
          <span className="font-mono text-xs/5">{id}</span>
        </span>
      </span>
    </span>
  )
}

/** Finds customers to merge with. Anonymised ones cannot be merged. */
function useFound(shop: string, customer: CustomerDetail, text: string) {
  const q = useSettled(text.trim(), 120)
  const query = useQuery({
    ...customerListOptions(shop, { q, limit: shown + 1 }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  // Results of an earlier query are not offered, as Enter would pick one of them.
  const isCurrent = q !== '' && q === text.trim() && !query.isPlaceholderData
  const items = isCurrent ? (query.data?.items ?? []) : []
  const found = items.filter((one) => one.id !== customer.id && !one.anonymised).slice(0, shown)
  const isWaiting = q !== text.trim() || query.isFetching
  const nothing = isWaiting ? ('searching' as const) : ('notFound' as const)
  if (q === '' && !isWaiting) return { found, state: 'idle' as const }
  return { found, state: query.isError ? ('searchFailed' as const) : nothing }
}
