'use client'
import { Ellipsis, RotateCcw } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { LazyMenu } from '@/components/ui/lazy-menu'
import type { NotificationDetail } from '@/lib/notifications/schema'
import type { ShopDetail } from '@/lib/core/shop'
import { useCopyLabels } from '../use-copy-labels'

const loadMenu = () => import('./more-menu')
const ReplayDialog = dynamic(() => import('./replay-dialog'), { loading: () => null })

interface ActionsProps {
  shop: ShopDetail
  notification: NotificationDetail
  /** In the heading of a page, where on a phone there is room for a menu only. */
  isOfPage?: boolean
}

/** What can be done with a notification: sent again here, and as a command for a shell. */
export function Actions({ shop, notification, isOfPage = false }: ActionsProps) {
  const t = useTranslations('notifications')
  const labels = useCopyLabels(t('copyCurl'))
  const mayReplay = useMay('notifications.replay')
  const [isAsking, setIsAsking] = useState(false)
  const { raw: text, headers, hook, payload_removed: isRemoved } = notification
  // Written bytes are not the bytes.
  const raw = notification.unreadable_reason === 'not_utf8' ? null : text
  const url = hook === 'verification' ? shop.verification_url : shop.notification_url
  const command = useMemo(() => (raw === null ? null : curlOf({ url, headers, raw })), [url, headers, raw])
  const replay = mayReplay && !isRemoved ? () => setIsAsking(true) : null
  const size = isOfPage ? 'md' : 'sm'
  return (
    <>
      <span className={isOfPage ? 'flex gap-2 max-md:hidden' : 'contents'}>
        {replay && (
          <Button size={size} icon={<RotateCcw aria-hidden size={14} />} onPress={replay}>
            {t('replay')}
          </Button>
        )}
        {command !== null && <CopyButton size={size} text={command} {...labels} />}
      </span>
      {isOfPage && (replay || command !== null) && (
        <LazyMenu
          load={loadMenu}
          aria-label={t('more')}
          className={buttonClass('ghost', 'sm', 'max-md:size-8 max-md:p-0 md:hidden')}
          menu={{ command, onReplay: replay }}
        >
          <Ellipsis aria-hidden size={16} />
        </LazyMenu>
      )}
      {isAsking && <ReplayDialog shop={shop.id} id={notification.id} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface Posted {
  /** Where it was posted to. */
  url: string
  headers: Readonly<Record<string, string>>
  /** The body as text. */
  raw: string
}

/** Secrets, and what curl says of itself. */
const left = new Set([
  'authorization',
  'cookie',
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
])

/** Linux takes no longer argument (128 KiB), and none with a NUL in it. */
const longestArgument = 100 * 1024
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** In single quotes, where a shell leaves everything as it is. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What a notification was posted with, as a command for a POSIX shell; the shop's credentials are placeholders. */
export function curlOf({ url, headers, raw }: Posted): string {
  const lines = [
    `curl -X POST ${quoted(url)}`,
    '-u "$SHOP_ID:$SECRET_KEY"',
    ...Object.entries(headers)
      .filter(([name]) => !left.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  const join = (all: readonly string[]) => all.join(' \\\n  ')
  const bytes = new TextEncoder().encode(raw)
  if (bytes.length <= longestArgument && !controls.test(raw))
    // Not `--data`, which takes a body that begins with @ for the name of a file.
    return join([...lines, `--data-raw ${quoted(raw)}`])
  const encoded = base64(bytes).replaceAll(/.{76}(?=.)/g, '$&\n')
  return `base64 -d <<'END' | ${join([...lines, '--data-binary @-'])}\n${encoded}\nEND`
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  // As many as a call may have arguments.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
