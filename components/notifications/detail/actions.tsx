'use client'
import { RotateCcw } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/text/copy-button'
import { MoreMenu } from '@/components/ui/overlays/lazy-menu'
import type { NotificationDetail } from '@/lib/notifications/schema'
import type { ShopDetail } from '@/lib/core/shop'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./more-menu'))
const ReplayDialog = dynamic(lazyWithMessages(() => import('./replay-dialog')))

interface ActionsProps {
  shop: ShopDetail
  notification: NotificationDetail
  /** Whether the actions are in a page heading, where phones have room only for a menu. */
  isOfPage?: boolean
}

export function Actions({ shop, notification, isOfPage = false }: ActionsProps) {
  const t = useTranslations('notifications')
  const mayReplay = useMay('notifications.replay')
  const [isAsking, setIsAsking] = useState(false)
  const { raw: text, headers, hook, payload_removed: isRemoved } = notification
  // The raw text of a body that is not UTF-8 has `\x80`, for example, in place of a byte. It cannot be posted as it was.
  const raw = notification.unreadable_reason === 'not_utf8' ? null : text
  const url = hook === 'verification' ? shop.verification_url : shop.notification_url
  const command = useMemo(() => (raw === null ? null : curlOf({ url, headers, raw })), [url, headers, raw])
  const curlLabel = t(raw?.includes('•••') ? 'copyMaskedCurl' : 'copyCurl')
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
        {command !== null && <CopyButton size={size} text={command} label={curlLabel} />}
      </span>
      {isOfPage && (replay || command !== null) && (
        <MoreMenu
          load={loadMenu}
          aria-label={t('more')}
          className="md:hidden"
          menu={{ command, curlLabel, onReplay: replay }}
        />
      )}
      {isAsking && <ReplayDialog shop={shop.id} id={notification.id} onClose={() => setIsAsking(false)} />}
    </>
  )
}

interface Posted {
  url: string
  headers: Readonly<Record<string, string>>
  raw: string
}

/** Headers to leave out: secrets, and those that curl sets itself. */
const omittedHeaders = new Set([
  'authorization',
  'cookie',
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'expect',
])

/** Larger bodies, in bytes, go through standard input: Linux limits one argument to 128 KiB. */
const longestArgument = 100 * 1024
/** Control characters except tab and line feed. A body with one goes through standard input too. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/

/** Quotes a text for a shell. Single quotes suppress every expansion. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Returns a POSIX shell command that posts the notification again. The shop's credentials are placeholders. */
export function curlOf({ url, headers, raw }: Posted): string {
  const lines = [
    `curl -X POST ${quoted(url)}`,
    '-u "$SHOP_ID:$SECRET_KEY"',
    ...Object.entries(headers)
      .filter(([name]) => !omittedHeaders.has(name.toLowerCase()))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
  ]
  const join = (all: readonly string[]) => all.join(' \\\n  ')
  const bytes = new TextEncoder().encode(raw)
  if (bytes.length <= longestArgument && !controls.test(raw))
    // `--data` would read a body that begins with @ as a file name.
    return join([...lines, `--data-raw ${quoted(raw)}`])
  const encoded = base64(bytes).replaceAll(/.{76}(?=.)/g, '$&\n')
  return `base64 -d <<'END' | ${join([...lines, '--data-binary @-'])}\n${encoded}\nEND`
}

function base64(bytes: Uint8Array): string {
  let binary = ''
  // `fromCharCode` takes each byte as an argument. Chunks stay below the engine's limit on their number.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
