'use client'
import dynamic from 'next/dynamic'
import { FileActions as Actions } from '@/components/import/file-actions'
import { ExportButton } from '../export/export-button'
import type { ProductListState } from './use-product-list'

const ExportDialog = dynamic(() => import('../export/export-dialog'), { loading: () => null })

interface FileActionsProps {
  shop: string
  list: Pick<ProductListState, 'filters'>
  total: number
  isTotalExact: boolean
}

export function FileActions({ shop, list, total, isTotalExact }: FileActionsProps) {
  const { cursor: _page, ...query } = list.filters
  const rows = { shop, query, count: total, isAbout: !isTotalExact }
  return (
    <Actions shop={shop} of="products" exportButton={<ExportButton {...rows} />}>
      {(onClose) => <ExportDialog {...rows} onClose={onClose} />}
    </Actions>
  )
}
