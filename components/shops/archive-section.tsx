'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { archiveShop, connectionOptions } from '@/lib/shops/client'
import type { ShopConnection } from '@/lib/shops/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'

interface ArchiveSectionProps {
  shop: string
  connection: Pick<ShopConnection, 'name' | 'archived' | 'version'>
}

/** Archives a shop after a question, or takes an archived one back. */
export function ArchiveSection({ shop, connection: { name, archived, version } }: ArchiveSectionProps) {
  const t = useTranslations('shops.archive')
  const failureText = useFailureText()
  const client = useQueryClient()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const archive = useMutation({
    mutationFn: (isArchived: boolean) => archiveShop(shop, { version, is_archived: isArchived }),
    onSuccess: (saved) => {
      storeAnswer(client, connectionOptions(shop).queryKey, saved)
      setIsAsking(false)
      toast(t(saved.archived ? 'done' : 'takenBack', { name }))
      router.refresh() // The frame shows it, and hides what cannot be done.
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: connectionOptions(shop).queryKey })
      if (!isAsking) toast(failureText(error), 'bad', { error })
    },
  })
  return (
    <Card>
      <Section title={t('title')}>
        {archived ? (
          <>
            <p className="text-md/5">
              {archived.by === null
                ? t.rich('since', { when: when(archived.at) })
                : t.rich('sinceBy', { when: when(archived.at), name: archived.by })}
            </p>
            <Button className="mt-3" isPending={archive.isPending} onPress={() => archive.mutate(false)}>
              {t('takeBack')}
            </Button>
          </>
        ) : (
          <>
            <p className="text-md/5 text-muted">{t('text')}</p>
            <Button className="mt-3" onPress={() => setIsAsking(true)}>
              {t('open')}
            </Button>
          </>
        )}
      </Section>
      {isAsking && (
        <ConfirmDialog
          title={t('question', { name })}
          confirmLabel={t('confirm')}
          isDanger
          isPending={archive.isPending}
          failure={archive.error && failureText(archive.error)}
          onConfirm={() => archive.mutate(true)}
          onClose={() => {
            archive.reset()
            setIsAsking(false)
          }}
        >
          <p>{t('questionText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
