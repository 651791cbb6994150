import { forbidden } from 'next/navigation'
import { sectionsOf } from '@/components/frame/navigation/sections'
import { SettingsIndex } from '@/components/settings/settings-index'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext, refused } from '@/lib/core/server/auth/access'

export const generateMetadata = titled('frame', (t) => t('settings.label'))

export default async function Page({ params }: PageProps<'/shops/[shop]/settings'>) {
  const { actor, shop } = await pageContext((await params).shop, 'shop.read')
  if (sectionsOf('', actor).settings.length === 0) {
    await refused(actor, shop.id, 'settings')
    forbidden()
  }
  return <SettingsIndex shop={shop.id} />
}
