'use client'
import { Copy, Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SelectionBar } from '@/components/list/selection-bar'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import type { CheckoutList } from './checkout-list'
import { copyLimit, useCopyLinks } from './use-copy-links'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./copy-menu'))

export function BulkBar({ list }: { list: CheckoutList }) {
  const t = useTranslations('checkouts')
  const { copy, isPending } = useCopyLinks(list)
  const isTooMany = list.selection.count(list.total) > copyLimit
  return (
    <SelectionBar list={list}>
      {isTooMany ? (
        <span className="text-muted">{t('list.copyLimit', { limit: copyLimit })}</span>
      ) : (
        <span className="flex gap-2">
          <Button
            size="sm"
            icon={<Copy aria-hidden size={14} />}
            isPending={isPending}
            onPress={() => copy()}
          >
            {t('list.copyLinks')}
          </Button>
          <LazyMenu
            load={loadMenu}
            aria-label={t('list.otherCopies')}
            className={buttonClass('secondary', 'sm')}
            menu={{ copy }}
          >
            <Ellipsis aria-hidden size={14} />
          </LazyMenu>
        </span>
      )}
    </SelectionBar>
  )
}
