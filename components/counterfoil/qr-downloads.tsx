'use client'
import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { ShopBrand } from './brand'
import type { QrPath } from './qr-path'

interface QrDownloadsProps {
  path: QrPath
  fileName: string
}

/** Saves the code as a file, with the shop's logo and name. */
export function QrDownloads({ path, fileName }: QrDownloadsProps) {
  const t = useTranslations('common')
  const brand = useContext(ShopBrand)
  const { mutate, isPending } = useMutation({
    mutationFn: async (kind: 'svg' | 'png') => {
      const { qrPng, qrSvg } = await import('./qr-files')
      save(await (kind === 'svg' ? qrSvg : qrPng)(path, brand), `${fileName}.${kind}`)
    },
    onError: () => toast(t('fileNotSaved'), 'bad'),
  })
  return (
    <div className="flex gap-1.5 print:hidden">
      <Button size="sm" aria-label={t('saveSvg')} isDisabled={isPending} onPress={() => mutate('svg')}>
        SVG
      </Button>
      <Button size="sm" aria-label={t('savePng')} isDisabled={isPending} onPress={() => mutate('png')}>
        PNG
      </Button>
    </div>
  )
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers start reading only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Stands in the place of a QR code if the address is too long for one. */
export function NoCode() {
  const t = useTranslations('links')
  return <p className="text-center text-sm text-muted">{t('tooLongForCode')}</p>
}
