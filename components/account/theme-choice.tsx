'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme, type Theme, themes } from '@/components/frame/account/theme'
import { Select } from '@/components/ui/fields/select'

export function ThemeChoice({ theme: initial }: { theme: Theme }) {
  const t = useTranslations('frame.theme')
  const [theme, setTheme] = useState(initial)
  return (
    <Select
      className="max-w-md"
      label={t('label')}
      items={themes.map((id) => ({ id, label: t(id) }))}
      value={theme}
      onChange={(next) => {
        setTheme(next)
        applyTheme(next)
      }}
    />
  )
}
