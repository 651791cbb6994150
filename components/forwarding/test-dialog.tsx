'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { QueryError } from '@/components/data-table/query-state'
import { Outcome } from '@/components/sending/outcome'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/text/code-block'
import { Skeleton } from '@/components/ui/skeleton'
import type { Endpoint } from '@/lib/forwarding/schema'
import { testEndpoint } from '@/lib/forwarding/client'

interface TestDialogProps {
  shop: string
  endpoint: Endpoint
  onClose: () => void
}

/** Sends a test when it opens, and shows the response. Loaded on intent. */
export default function TestDialog({ shop, endpoint, onClose }: TestDialogProps) {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  const query = useQuery({
    queryKey: ['forwarding-test', shop, endpoint.id],
    queryFn: () => testEndpoint(shop, endpoint.id),
    // Sends once per opening, and never again by itself.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { data: result } = query
  return (
    <OpenDialog
      title={t('testTitle', { name: endpoint.name })}
      onClose={onClose}
      footer={
        <>
          <Button isPending={query.isFetching} onPress={() => void query.refetch()}>
            {t('testAgain')}
          </Button>
          <Button onPress={onClose}>{common('close')}</Button>
        </>
      }
    >
      <div role="status" className="grid gap-3">
        {query.isPending && <Skeleton className="h-5 w-40" />}
        {query.isPending && <span className="sr-only">{t('testing')}</span>}
        {result && <p>{t(result.accepted ? 'testAccepted' : 'testRefused')}</p>}
        {result && <Outcome result={result} />}
      </div>
      {query.isError && <QueryError query={query} title={t('testFailed')} />}
      {result && (
        <div className="mt-4">
          <h3 className="mb-1.5 text-md font-semibold">{t('sent')}</h3>
          <CodeBlock label={t('sent')} isWrapped className="max-h-40">
            {result.body}
          </CodeBlock>
        </div>
      )}
    </OpenDialog>
  )
}
