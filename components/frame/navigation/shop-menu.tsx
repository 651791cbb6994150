'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { Menu, MenuTrigger } from 'react-aria-components/Menu'
import { TextField } from 'react-aria-components/TextField'
import { useTranslations } from 'use-intl'
import { shopStatesOptions } from '@/lib/shops/client'
import { cx } from '../../ui/cx'
import { leave } from '../../form/drafts/leave-guards'
import type { OpenedMenuProps } from '../../ui/overlays/lazy-menu'
import { MenuItem, MenuSection } from '../../ui/overlays/menu'
import { focusAtOnce, Popover, useOpenedAtFirst } from '../../ui/overlays/popover'
import type { FrameShop } from '../types'
import { lastPageOf } from './last-visited'
import { ShopChoice } from './shop-choice'
import { useFindShops } from './use-find'

interface ShopMenuProps extends OpenedMenuProps {
  shopId: string
  shops: readonly FrameShop[]
  userId: string
  mayAddShops: boolean
}

/** More shops than this can be searched. With fewer, typing a name's beginning moves to it. */
const fewShops = 6
const addShop = '/shops/new'

/**
 * The menu of the person's shops, archived ones separate, and of adding one. Queries their health whenever it opens.
 */
export default function ShopMenu({ shopId, shops, userId, mayAddShops, opened }: ShopMenuProps) {
  const t = useTranslations('frame')
  const router = useRouter()
  const findShops = useFindShops()
  const [text, setText] = useState('')
  const { isOpen, onOpenChange } = useOpenedAtFirst()
  const { data: states } = useQuery({ ...shopStatesOptions(), enabled: isOpen })
  const stateOf = (shop: FrameShop) => states?.items.find(({ id }) => id === shop.id)
  // A shop that was deleted, or that the person left, since the page was loaded.
  const found = findShops(shops, text.trim()).filter((shop) => !states || stateOf(shop))
  const choice = (shop: FrameShop) => (
    <MenuItem key={shop.id} id={shop.id} textValue={shop.name}>
      <ShopChoice shop={shop} state={stateOf(shop)} isCurrent={shop.id === shopId} />
    </MenuItem>
  )
  const archived = found.filter(({ isArchived }) => isArchived)

  function changeOpen(isOpening: boolean) {
    setText('')
    onOpenChange(isOpening)
  }
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={changeOpen}>
      <Button ref={focusAtOnce} {...opened} />
      <Popover placement="bottom start" className="w-(--trigger-width) min-w-72">
        <Searched isWanted={shops.length > fewShops} text={text} onChange={setText}>
          <Menu
            className="p-1 outline-none"
            onAction={(id) =>
              leave(() => router.push(id === addShop ? addShop : lastPageOf(String(id), userId)))
            }
            renderEmptyState={() => <p className="px-2 py-1.5 text-muted">{t('switcher.nothing')}</p>}
          >
            {found.filter(({ isArchived }) => !isArchived).map(choice)}
            {archived.length > 0 && (
              <MenuSection title={t('switcher.archived')}>{archived.map(choice)}</MenuSection>
            )}
            {mayAddShops && text.trim() === '' && (
              <MenuSection aria-label={t('addShop')}>
                <MenuItem id={addShop} icon={<Plus aria-hidden size={15} />}>
                  {t('addShop')}
                </MenuItem>
              </MenuSection>
            )}
          </Menu>
        </Searched>
      </Popover>
    </MenuTrigger>
  )
}

interface SearchedProps {
  isWanted: boolean
  text: string
  onChange: (text: string) => void
  children: ReactNode
}

/** Puts a search over the menu. The focus stays in it, and arrows move through the menu. */
function Searched({ isWanted, text, onChange, children }: SearchedProps) {
  const t = useTranslations('frame.switcher')
  const scrolling = 'max-h-[60vh] overflow-auto scroll-shadows'
  if (!isWanted) return <div className={scrolling}>{children}</div>
  return (
    <Autocomplete inputValue={text} onInputChange={onChange}>
      <TextField aria-label={t('find')} autoFocus className="flex items-center gap-2 border-b px-3">
        <Search aria-hidden size={15} className="shrink-0 text-muted" />
        <Input
          placeholder={t('find')}
          className="h-9 w-full min-w-0 bg-transparent outline-none max-md:text-[1rem]"
        />
      </TextField>
      {/* Its entries are never focused, so the keyboard scrolls the list itself. */}
      <div tabIndex={0} role="presentation" className={cx(scrolling, '-outline-offset-2')}>
        {children}
      </div>
    </Autocomplete>
  )
}
