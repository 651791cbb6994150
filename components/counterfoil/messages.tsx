'use client'
import { Mail, MessageCircle, Send, Share2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useIsHydrated } from '@/components/ui/hydrated'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { mailLink, type Shared, telegramLink, whatsAppLink } from './share-links'

/** Ways to send a link: e-mail, messengers, and the device's own share menu. */
export function Messages({ shared }: { shared: Shared }) {
  const t = useTranslations('share')
  // The browser's abilities are known only after hydration.
  const canShare = useIsHydrated() && 'share' in navigator
  const ways = [
    { label: t('mail'), href: mailLink(shared), icon: <Mail aria-hidden size={15} /> },
    { label: 'WhatsApp', href: whatsAppLink(shared), icon: <MessageCircle aria-hidden size={15} /> },
    { label: 'Telegram', href: telegramLink(shared), icon: <Send aria-hidden size={15} /> },
  ]
  return (
    <>
      {ways.map(({ label, href, icon }) => (
        <a
          key={label}
          href={href}
          target={href.startsWith('https:') ? '_blank' : undefined}
          rel="noopener noreferrer"
          className={buttonClass('secondary', 'sm')}
        >
          {icon}
          {label}
        </a>
      ))}
      {canShare && (
        <Button size="sm" icon={<Share2 aria-hidden size={15} />} onPress={() => void shareBySystem(shared)}>
          {t('system')}
        </Button>
      )}
    </>
  )
}

async function shareBySystem({ url, text, subject }: Shared): Promise<void> {
  try {
    await navigator.share({ title: subject, text, url })
  } catch (error) {
    // A cancelled share is not an error.
    if (!(error instanceof DOMException)) throw error
  }
}
