'use client'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button, type ButtonProps } from '@/components/ui/button'
import type { Permission } from '@/lib/core/permissions'

interface CsvExportButtonProps extends Pick<ButtonProps, 'size'> {
  permission: Permission
  load: () => Promise<unknown>
  children: (onClose: () => void) => ReactNode
}

/** Opens an export dialog. Renders nothing without the permission. */
export function CsvExportButton({ permission, load, size, children }: CsvExportButtonProps) {
  const t = useTranslations('exports')
  const mayExport = useMay(permission)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayExport) return null
  return (
    <>
      <Button
        size={size}
        icon={<Download aria-hidden size={size === 'sm' ? 14 : 15} />}
        onHoverStart={() => void load()}
        onFocus={() => void load()}
        onPress={() => setIsOpen(true)}
      >
        {t('export')}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}
