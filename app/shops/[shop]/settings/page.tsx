import type { Metadata } from 'next'
import { forbidden } from 'next/navigation'
import { sectionsOf } from '@/components/frame/navigation/sections'
import { SettingsIndex } from '@/components/settings/settings-index'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext, refused } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('frame')('settings.label') })

export default async function Page({ params }: PageProps<'/shops/[shop]/settings'>) {
  const { actor, shop } = await pageContext((await params).shop, 'shop.read')
  if (sectionsOf('', actor).settings.length === 0) {
    await refused(actor, shop.id, 'settings')
    forbidden()
  }
  return <SettingsIndex shop={shop.id} />
}
