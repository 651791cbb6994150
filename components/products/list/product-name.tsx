import { fromMark, Marked } from '@/components/data-table/marked'
import type { ProductListItem } from '@/lib/products/schema'

interface ProductNameProps {
  product: ProductListItem
  /** Whether to show the ID when the search matched it. False when the ID has its own column. */
  hasId: boolean
}

export function ProductName({ product: { id, name, description, marks }, hasId }: ProductNameProps) {
  const line = fromMark(description ?? '', marks?.description)
  const isFoundById = hasId && name !== null && (marks?.id.length ?? 0) > 0
  return (
    <>
      <span dir="auto" className="block truncate text-parent font-medium">
        <Marked text={name ?? id} marks={name === null ? marks?.id : marks?.name} />
      </span>
      <span className="block truncate text-xs text-muted group-data-[density=compact]/table:hidden">
        {isFoundById && (
          <span className="me-1.5 font-mono">
            <Marked text={id} marks={marks?.id} />
          </span>
        )}
        <bdi>
          <Marked text={line.text} marks={line.marks} />
        </bdi>
      </span>
    </>
  )
}
