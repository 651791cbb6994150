'use client'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { shortName } from '@/lib/core/format/shortened'
import type { RadarItem } from '@/lib/products/schema'
import { Done, RadarRow } from './radar-row'
import type { RowHold } from './use-held-radar'
import { useRemedy } from './use-remedy'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadDialog = lazyWithMessages(() => import('./restock-dialog'))
const RestockDialog = dynamic(loadDialog)

interface RestockRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
  held: RowHold
}

export function RestockRow({ shop, item, icon, mayWrite, held }: RestockRowProps) {
  const t = useTranslations('overview.stock')
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const name = item.name ?? item.id
  const { quantity } = held.done ?? item
  const { apply, failure, waiting } = useRemedy(shop, item, held, (product) =>
    t('done', { name: shortName(name), count: product.quantity ?? 0 }),
  )
  // The row must stay: the dialog is inside it, and would close and lose what was typed.
  const open = () => {
    held.keep(true)
    setIsOpen(true)
  }
  const close = () => {
    held.keep(false)
    setIsOpen(false)
  }
  // Focuses the button, or the text that replaced it, once the dialog is gone: until then it keeps the focus.
  useEffect(() => {
    if (!isOpen) return undefined
    const here = place.current
    return () => {
      requestAnimationFrame(() => here?.querySelector<HTMLElement>('button, [tabindex]')?.focus())
    }
  }, [isOpen])
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={isOpen ? null : failure}
      waiting={isOpen ? 0 : waiting}
      reason={quantity === 0 ? t('none') : t('reason', { count: quantity ?? 0 })}
    >
      {mayWrite && (
        <span ref={place} onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
          {held.done ? (
            <Done>{t('restocked')}</Done>
          ) : (
            <Button size="sm" aria-label={t('restockOf', { name })} onPress={open}>
              {t('restock')}
            </Button>
          )}
        </span>
      )}
      {isOpen && (
        <RestockDialog
          name={name}
          now={item.quantity ?? 0}
          failure={failure}
          waiting={waiting}
          onClose={close}
          onRestock={(next) =>
            apply({ change: { quantity: next }, expect: { quantity: item.quantity ?? 0 } })
          }
        />
      )}
    </RadarRow>
  )
}
