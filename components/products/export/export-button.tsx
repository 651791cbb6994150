'use client'
import { Download } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button, type ButtonProps } from '@/components/ui/button'
import type { ExportDialogProps } from './export-dialog'

const load = () => import('./export-dialog')
const ExportDialog = dynamic(load)

type ExportButtonProps = Omit<ExportDialogProps, 'onClose'> & Pick<ButtonProps, 'size' | 'className'>

/** The rows of the list, or those that are selected, as a file. */
export function ExportButton({ size, className, ...what }: ExportButtonProps) {
  const t = useTranslations('exports')
  const mayExport = useMay('products.export')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayExport) return null
  return (
    <>
      <Button
        size={size}
        className={className}
        icon={<Download aria-hidden size={size === 'sm' ? 14 : 15} />}
        onHoverStart={() => void load()}
        onFocus={() => void load()}
        onPress={() => setIsOpen(true)}
      >
        {t('export')}
      </Button>
      {isOpen && <ExportDialog {...what} onClose={() => setIsOpen(false)} />}
    </>
  )
}
