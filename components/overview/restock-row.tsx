'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { RadarItem } from '@/lib/contracts/radar'
import { keepFocus } from './focus'
import { RadarRow } from './radar-row'
import { useRemedy } from './use-remedy'

const loadDialog = () => import('./restock-dialog')
const RestockDialog = dynamic(loadDialog)

interface RestockRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
}

/** A product of which few or none are left: asks how many there are now. */
export function RestockRow({ shop, item, icon, mayWrite }: RestockRowProps) {
  const t = useTranslations('overview.stock')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const name = item.name ?? item.id
  const { apply, failure, waiting } = useRemedy(shop, item.id, ({ quantity }) =>
    t('done', { name, count: quantity ?? 0 }),
  )
  const close = () => {
    setIsOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={isOpen ? null : failure}
      waiting={isOpen ? 0 : waiting}
      reason={item.quantity === 0 ? t('none') : t('reason', { count: item.quantity ?? 0 })}
    >
      {mayWrite && (
        <span onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
          <Button
            ref={button}
            size="sm"
            aria-label={t('restockOf', { name })}
            onPress={() => setIsOpen(true)}
          >
            {t('restock')}
          </Button>
        </span>
      )}
      {isOpen && (
        <RestockDialog
          name={name}
          now={item.quantity ?? 0}
          failure={failure}
          waiting={waiting}
          onClose={close}
          onRestock={async (quantity) => {
            const giveFocus = keepFocus(button.current)
            await apply({ change: { quantity }, expect: { quantity: item.quantity } })
            giveFocus()
          }}
        />
      )}
    </RadarRow>
  )
}
