'use client'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button'
import type { QrPath } from './qr-path'
import { saveQrPng, saveQrSvg } from './save-qr'

interface QrDownloadsProps {
  path: QrPath
  fileName: string
}

export function QrDownloads({ path, fileName }: QrDownloadsProps) {
  const t = useTranslations('common')
  return (
    <div className="flex gap-1.5 print:hidden">
      <Button size="sm" aria-label={t('saveSvg')} onPress={() => saveQrSvg(path, fileName)}>
        SVG
      </Button>
      <Button size="sm" aria-label={t('savePng')} onPress={() => saveQrPng(path, fileName)}>
        PNG
      </Button>
    </div>
  )
}
