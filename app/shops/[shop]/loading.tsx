import { Skeleton } from '@/components/ui/skeleton'
import { getTranslator } from '@/lib/i18n/server'

const rows = Array.from({ length: 8 }, (_, row) => row)

export default function Loading() {
  return (
    <div role="status" aria-label={getTranslator('table')('loading')}>
      <Skeleton className="mb-4 h-7 w-48" />
      <div className="grid gap-px overflow-hidden rounded-md border bg-surface">
        {rows.map((row) => (
          <div key={row} className="flex items-center gap-6 px-3 py-4">
            <Skeleton className="h-4 w-52" />
            <Skeleton className="ml-auto h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  )
}
