'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast-store'
import type { Endpoint } from '@/lib/forwarding/schema'
import { ApiError } from '@/lib/core/http'
import { sendToEndpoint } from '@/lib/forwarding/client'
import { forwardingKeys } from '@/lib/core/client/keys'

interface SendByHandProps {
  shop: string
  notificationId: string
  endpoints: readonly Endpoint[]
}

/** Sends the notification that the log is about to an endpoint, whether it was sent there or not. */
export function SendByHand({ shop, notificationId, endpoints }: SendByHandProps) {
  const t = useTranslations()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const items = endpoints.filter(({ enabled }) => enabled).map(({ id, name }) => ({ id, label: name }))
  const target = items.find(({ id }) => id === chosen) ?? items[0]
  const send = useMutation({
    mutationFn: (endpoint: string) =>
      sendToEndpoint(shop, { endpoint_id: endpoint, notification_id: notificationId }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: forwardingKeys.all(shop) })
      toast(t('forwarding.resent'))
    },
  })
  if (!target) return null
  const { error } = send
  return (
    <div className="mb-3 rounded-md border bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-end gap-2">
        <Select
          className="w-64 max-w-full"
          label={t('forwarding.sendTo')}
          items={items}
          value={target.id}
          onChange={setChosen}
          error={
            error instanceof ApiError
              ? (error.errors.endpoint_id?.join(' ') ?? error.title)
              : error
                ? t('errors.network')
                : undefined
          }
        />
        <Button isPending={send.isPending} onPress={() => send.mutate(target.id)}>
          {t('forwarding.sendOne')}
        </Button>
      </div>
    </div>
  )
}
