'use client'
import { Plus, Search } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type ClipboardEvent, type FocusEvent, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { Menu } from 'react-aria-components/Menu'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { TextField } from 'react-aria-components/TextField'
import { useTranslations } from 'use-intl'
import { leave } from '@/components/form/drafts/leave-guards'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { Kbd } from '@/components/ui/text/kbd'
import { listClass, popoverClass } from '@/components/ui/overlays/popover'
import { MenuItem, MenuSection } from '@/components/ui/overlays/menu'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/text/visible-text'
import { lastPageOf } from '../navigation/last-visited'
import { sectionIcons } from '../navigation/nav-list'
import type { Sections } from '../navigation/sections'
import { ShopChoice } from '../navigation/shop-choice'
import { useFindSettings, useFindShops } from '../navigation/use-find'
import {
  type FoundEntry,
  foundKinds,
  type FoundList,
  type FrameShop,
  type PaletteEntry,
  type PaletteSearch,
} from '../types'
import { inOneLine, type TypedAhead, typeInto } from './typed-ahead'
import { type PaletteResults, usePaletteResults } from './use-results'

interface PaletteProps {
  /** The person's other shops. */
  shops: readonly FrameShop[]
  userId: string
  sections: Sections
  create: readonly PaletteEntry[]
  search?: PaletteSearch
  /** Returns, once, what was typed since the palette was requested. */
  takeTyped: () => TypedAhead
  onOpenChange: (isOpen: boolean) => void
}

export default function Palette(props: PaletteProps) {
  const { shops, userId, sections, create, search, takeTyped, onOpenChange } = props
  const t = useTranslations('frame')
  const router = useRouter()
  const [text, setText] = useState('')
  const found = usePaletteResults(search, text)
  const commandsFor = useCommands(sections, create)
  const { places, creations } = commandsFor(text)
  const findShops = useFindShops()
  const otherShops = text.trim() === '' ? [] : findShops(shops, text.trim())
  const isEmpty = places.length + creations.length + otherShops.length + found.entries.length === 0

  function go(href: string | number) {
    if (found.isEarlier && [...found.entries, ...found.lists].some((entry) => entry.href === href)) return
    onOpenChange(false)
    leave(() => router.push(String(href) as Route))
  }
  function enter(typed: string) {
    const all = commandsFor(typed)
    const [first] = [...all.creations, ...all.places]
    if (first) go(first.href)
  }
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={onOpenChange}
      className="fixed inset-0 z-50 flex animate-fade items-start justify-center bg-scrim p-4 pt-[12vh] max-md:pt-4"
    >
      <Modal className={`w-full max-w-xl ${popoverClass}`}>
        <Dialog aria-label={t('palette.title')} className="outline-none">
          <Autocomplete inputValue={text} onInputChange={setText}>
            <Field takeTyped={takeTyped} onEnter={enter} />
            <Menu
              aria-label={t('palette.title')}
              className={`${listClass} min-h-16`}
              onAction={go}
              renderEmptyState={() => <Nothing {...found} />}
            >
              {creations.length > 0 && (
                <MenuSection title={t('palette.create')}>
                  {creations.map((entry) => (
                    <MenuItem key={entry.href} id={entry.href} icon={<Plus aria-hidden size={15} />}>
                      {entry.label}
                    </MenuItem>
                  ))}
                </MenuSection>
              )}
              {places.length > 0 && (
                <MenuSection title={t('palette.goTo')}>
                  {places.map((item) => {
                    const Icon = sectionIcons[item.section]
                    return (
                      <MenuItem key={item.href} id={item.href} icon={<Icon aria-hidden size={15} />}>
                        {t(`nav.${item.section}`)}
                      </MenuItem>
                    )
                  })}
                </MenuSection>
              )}
              <OtherShops shops={otherShops} userId={userId} />
              {foundKinds.map((kind) => (
                <Found
                  key={kind}
                  kind={kind}
                  entries={found.entries.filter((entry) => entry.kind === kind)}
                  list={found.lists.find((one) => one.kind === kind)}
                  isEarlier={found.isEarlier}
                />
              ))}
            </Menu>
          </Autocomplete>
          {!isEmpty && (found.state !== 'idle' || found.isNothing) && <Nothing {...found} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface FieldProps extends Pick<PaletteProps, 'takeTyped'> {
  /** Enter was pressed after this text, before the palette could receive it. */
  onEnter: (typed: string) => void
}

function Field({ takeTyped, onEnter }: FieldProps) {
  const t = useTranslations('frame.palette')
  function addTypedAhead({ currentTarget }: FocusEvent<HTMLInputElement>) {
    // A microtask, because Autocomplete listens only after the field got the focus.
    queueMicrotask(() => {
      const { text, isEntered } = takeTyped()
      typeInto(currentTarget, text)
      if (isEntered && text !== '') onEnter(text)
    })
  }
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault()
    typeInto(event.currentTarget, inOneLine(event.clipboardData.getData('text/plain')))
  }
  return (
    <TextField aria-label={t('title')} autoFocus className="flex items-center gap-2.5 border-b px-4">
      <Search aria-hidden size={17} className="shrink-0 text-muted" />
      <Input
        placeholder={t('placeholder')}
        onFocus={addTypedAhead}
        onPaste={paste}
        className="h-12 w-full min-w-0 bg-transparent text-lg outline-none max-md:text-[1rem]"
      />
      <Kbd>Esc</Kbd>
    </TextField>
  )
}

/** Names the shops that were searched without a match. */
function Nothing({ state, searched }: Pick<PaletteResults, 'state' | 'searched'>) {
  const t = useTranslations('frame')
  const shops = searched.map(({ name, mode }) => `${name} (${t(`shopMode.${mode}`)})`).join(', ')
  const nothing = shops ? t('palette.emptyIn', { shops }) : t('palette.empty')
  return (
    <p role="status" className="px-4 py-3 text-md break-words text-muted">
      {state === 'idle' ? nothing : t(`palette.${state}`)}
    </p>
  )
}

/** Returns a function that finds pages and “new” actions by name, and pages of the settings also by their content. */
function useCommands({ work, settings }: Sections, create: readonly PaletteEntry[]) {
  const t = useTranslations('frame.nav')
  const findSettings = useFindSettings()
  return (text: string) => {
    const typed = text.trim().toLocaleLowerCase()
    const matches = (label: string) => label.toLocaleLowerCase().includes(typed)
    return {
      places: [...work.filter(({ section }) => matches(t(section))), ...findSettings(settings, typed)],
      creations: create.filter(({ label }) => matches(label)),
    }
  }
}

function OtherShops({ shops, userId }: Pick<PaletteProps, 'shops' | 'userId'>) {
  const t = useTranslations('frame.palette')
  if (shops.length === 0) return null
  return (
    <MenuSection title={t('shops')}>
      {shops.map((shop) => (
        <MenuItem key={shop.id} id={lastPageOf(shop.id, userId)} textValue={shop.name}>
          <ShopChoice shop={shop} state={undefined} isCurrent={false} />
        </MenuItem>
      ))}
    </MenuSection>
  )
}

interface FoundProps extends Pick<PaletteResults, 'isEarlier'> {
  kind: FoundEntry['kind']
  entries: readonly FoundEntry[]
  /** Where all matches are, if there are more. */
  list: FoundList | undefined
}

function Found({ kind, entries, list, isEarlier }: FoundProps) {
  const t = useTranslations('frame.nav')
  const links = useTranslations('links.short')
  const palette = useTranslations('frame.palette')
  if (entries.length === 0) return null
  return (
    <MenuSection title={t(kind)}>
      {entries.map((entry) => (
        <MenuItem
          key={entry.id}
          id={entry.href}
          textValue={entry.label}
          end={
            <span className="flex items-center gap-2 text-muted tabular-nums max-sm:flex-col-reverse max-sm:items-end max-sm:gap-0.5">
              {entry.isSimilar && <Badge>{palette('similar')}</Badge>}
              {entry.fault && <Badge>{links(entry.fault)}</Badge>}
              {entry.payment && <PaymentBadge payment={entry.payment} />}
              {entry.note !== undefined && (
                <bdi className="max-w-56 truncate max-sm:max-w-48">{visibleName(entry.note)}</bdi>
              )}
            </span>
          }
        >
          <bdi className={cx('line-clamp-2 wrap-anywhere', isEarlier && 'opacity-60')}>
            {visibleName(entry.label)}
          </bdi>
          {entry.at !== undefined && <FoundBy matched={entry.matched} at={entry.at} />}
        </MenuItem>
      ))}
      {list && <MenuItem id={list.href}>{palette('all', { count: list.total ?? 0 })}</MenuItem>}
    </MenuSection>
  )
}

/** Helps to tell similar payments apart. */
function FoundBy({ matched, at }: { matched?: string; at: string }) {
  return (
    <span className="flex gap-1 text-xs text-muted">
      {matched !== undefined && (
        <>
          <bdi className="min-w-0 truncate">{visibleName(matched)}</bdi>
          <span aria-hidden>·</span>
        </>
      )}
      <RelativeTime at={at} isPlain className="shrink-0" />
    </span>
  )
}
