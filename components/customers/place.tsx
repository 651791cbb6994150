import { Marked } from '@/components/data-table/marked'
import type { Mark } from '@/lib/core/list'

interface PlaceProps {
  city: string | null
  country: string | null
  marks?: readonly Mark[]
}

export function Place({ city, country, marks }: PlaceProps) {
  if (!city && !country) return '–'
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      {city && (
        <bdi className="truncate">
          <Marked text={city} marks={marks} />
        </bdi>
      )}
      {country && <span className="font-mono text-xs text-muted">{country}</span>}
    </span>
  )
}
