import 'server-only'
import { Archive } from 'lucide-react'
import { Forbidden } from '@/components/frame/forbidden'
import { pageTranslator } from '@/lib/core/server/i18n/page'

/** Stands for a page that only adds or changes something, in an archived shop, which refuses that. */
export async function ArchivedShop() {
  const t = await pageTranslator('frame')
  return (
    <Forbidden icon={<Archive size={19} />} title={t('archivedShop.title')}>
      {t('archivedShop.text')}
    </Forbidden>
  )
}
