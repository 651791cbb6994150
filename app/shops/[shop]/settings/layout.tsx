import { SettingsFrame } from '@/components/settings/settings-frame'

export default async function SettingsLayout({ children, params }: LayoutProps<'/shops/[shop]/settings'>) {
  return <SettingsFrame shop={(await params).shop}>{children}</SettingsFrame>
}
