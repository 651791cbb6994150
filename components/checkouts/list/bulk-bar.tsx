'use client'
import { Copy, Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SelectionBar } from '@/components/data-table/selection-bar'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import { type Copied, copyLimit, useCopyLinks } from './use-copy-links'

interface BulkBarProps extends Copied {
  total: number
  isTotalExact: boolean
  /** Whether the list shows only similar matches. Then "select all that match" is not offered. */
  isAlike: boolean
}

const loadMenu = () => import('./copy-menu')

export function BulkBar({ total, isTotalExact, isAlike, ...copied }: BulkBarProps) {
  const t = useTranslations('checkouts')
  const { selection } = copied
  const { copy, isPending } = useCopyLinks(copied)
  const isTooMany = selection.count(total) > copyLimit
  return (
    <SelectionBar selection={selection} total={total} isTotalExact={isTotalExact} isAlike={isAlike}>
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
