'use client'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import type { ProductDetail } from '@/lib/products/schema'

interface ProvenanceProps {
  product: Pick<ProductDetail, 'sources' | 'submissions'>
  field: keyof ProductDetail['sources']
}

/**
 * Shows the provenance of a value that the gateway may not echo: the gateway, our last request (when, by
 * whom), or
 * unknown.
 */
export function Provenance({ product: { sources, submissions }, field }: ProvenanceProps) {
  const t = useTranslations('products.provenance')
  const source = sources[field]
  const sent = submissions[field]
  return (
    <span className="mt-0.5 block text-xs text-muted">
      {source === 'submitted' && sent
        ? t.rich(sent.by ? 'submittedBy' : 'submittedAt', {
            by: sent.by ?? '',
            when: when(sent.at),
          })
        : t(source)}
    </span>
  )
}
