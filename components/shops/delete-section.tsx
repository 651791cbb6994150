'use client'
import { useQuery } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { deletionOptions } from '@/lib/shops/client'
import type { ShopConnection } from '@/lib/shops/schema'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadDialog = lazyWithMessages(() => import('./delete-dialog'))
const DeleteDialog = dynamic(loadDialog)

interface DeleteSectionProps {
  shop: string
  connection: Pick<ShopConnection, 'name' | 'version'>
}

/** Deletes an archived shop for ever, or says why that is not possible. */
export function DeleteSection({ shop, connection: { name, version } }: DeleteSectionProps) {
  const t = useTranslations('shops.deletion')
  const [isOpen, setIsOpen] = useState(false)
  const { data: deletion } = useQuery(deletionOptions(shop))
  return (
    <Card>
      <Section title={t('title')}>
        <p className="text-md/5 text-muted">{t('text')}</p>
        {deletion?.obstacle && <p className="mt-3 text-md/5">{t(`obstacles.${deletion.obstacle}`)}</p>}
        {deletion?.obstacle === null && (
          <Button className="mt-3" onHoverStart={() => void loadDialog()} onPress={() => setIsOpen(true)}>
            {t('open')}
          </Button>
        )}
      </Section>
      {isOpen && <DeleteDialog shop={shop} name={name} version={version} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}
