'use client'
import { Ellipsis, Upload } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import { LinkButton } from '@/components/ui/link-button'
import { ExportButton } from '../export/export-button'
import type { ProductListState } from './use-product-list'

const loadMenu = () => import('./file-menu')
const ExportDialog = dynamic(() => import('../export/export-dialog'), { loading: () => null })

interface FileActionsProps {
  shop: string
  list: Pick<ProductListState, 'filters'>
  total: number
  isTotalExact: boolean
}

/** Products from a file, and what the list shows, all pages of it, into one. On a phone both are in a menu. */
export function FileActions({ shop, list, total, isTotalExact }: FileActionsProps) {
  const t = useTranslations('imports')
  const products = useTranslations('products')
  const mayWrite = useMay('products.write')
  const mayExport = useMay('products.export')
  const [isExporting, setIsExporting] = useState(false)
  const { cursor: _page, ...query } = list.filters
  const importHref = `/shops/${shop}/products/import` as Route
  const rows = { shop, query, count: total, isAbout: !isTotalExact }
  return (
    <>
      <span className="flex gap-2 max-md:hidden">
        {mayWrite && (
          <LinkButton href={importHref} icon={<Upload aria-hidden size={15} />}>
            {t('import')}
          </LinkButton>
        )}
        <ExportButton {...rows} />
      </span>
      {(mayWrite || mayExport) && (
        <span className="md:hidden">
          <LazyMenu
            load={loadMenu}
            aria-label={products('more')}
            className={buttonClass('ghost', 'sm', 'max-md:size-8 max-md:p-0')}
            menu={{
              importHref: mayWrite ? importHref : undefined,
              onExport: mayExport ? () => setIsExporting(true) : undefined,
            }}
          >
            <Ellipsis aria-hidden size={16} />
          </LazyMenu>
        </span>
      )}
      {isExporting && <ExportDialog {...rows} onClose={() => setIsExporting(false)} />}
    </>
  )
}
