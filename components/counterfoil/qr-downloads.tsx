'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { QrPath } from './qr-path'

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

const pixelsPerModule = 24

function saveQrSvg({ size, d }: QrPath, name: string): void {
  const pixels = size * pixelsPerModule
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" ` +
    `shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${d}"/></svg>\n`
  save(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
}

/** Draws the code with whole pixels per module, so that the edges stay sharp in print. */
function saveQrPng({ size, d }: QrPath, name: string): void {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * pixelsPerModule
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(pixelsPerModule, pixelsPerModule)
  context.fillStyle = 'black'
  // eslint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(new Path2D(d))
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`), 'image/png')
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
