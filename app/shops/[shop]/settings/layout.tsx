import { SettingsFrame } from '@/components/settings/settings-list'
import { pageContext } from '@/lib/core/server/auth/access'
import { settingsChangesOptions } from '@/lib/shops/client'
import { readSettingsChanges } from '@/lib/shops/server/settings/settings-changes'
import { answer, Prefetched } from '@/lib/pages/prefetched'

export default async function SettingsLayout({ children, params }: LayoutProps<'/shops/[shop]/settings'>) {
  const context = await pageContext((await params).shop, 'shop.read')
  const { id } = context.shop
  return (
    <Prefetched answers={[answer(settingsChangesOptions(id), () => readSettingsChanges(context))]}>
      <SettingsFrame shop={id}>{children}</SettingsFrame>
    </Prefetched>
  )
}
